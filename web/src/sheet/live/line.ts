/** How both ends of a followed sheet reach the server. */

import { socketAt, type Socket } from "../../lib/wire";

/** People sit around a table and wait for each other: the pauses between two attempts stay short. */
export const LONGEST_PAUSE_MS = 3_000;

export function liveSocket(): Socket {
  return socketAt("/live");
}
