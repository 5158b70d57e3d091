/** The end of a sheet that others follow, also when it is not open. */

import { LIVE_VERSION } from "../../lib/generated/live";
import type { LiveClientMessage } from "../../lib/generated/live";
import { hangUp, type Socket } from "../../lib/wire";
import { liveSocket } from "./line";
import { forgetKeys } from "./memory";

/** Tell the server, if it is there, that nothing is shown under this key any more; unless that is no longer `meant`. */
export function sayStop(key: string, socket: () => Socket = liveSocket, meant: () => boolean = () => true): void {
  const line = socket();
  line.onopen = () => {
    if (!meant()) {
      hangUp(line);
      return;
    }
    // The server closes it then.
    const messages: LiveClientMessage[] = [{ type: "own", v: LIVE_VERSION, key }, { type: "stop" }];
    for (const message of messages) line.send(JSON.stringify(message));
  };
}

/** A sheet is deleted, or all are: they are not shown any more, and not again when they come back from a file. */
export function forgetLive(sheet: string | undefined, socket: () => Socket = liveSocket): void {
  for (const { key, live } of forgetKeys(sheet)) if (live !== undefined) sayStop(key, socket);
}
