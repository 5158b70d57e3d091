/** Where others find a sheet that is followed. */

import { fetchAddress } from "../../lib/api";

/** Names by which only this device finds its own server. */
const OWN = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Where others find this server; null: only this device does. */
export async function addressForOthers(): Promise<string | null> {
  if (!OWN.test(location.hostname)) return location.origin;
  return fetchAddress().catch(() => null);
}

export function linkTo(address: string, live: string): string {
  return `${address}/live/${live}`;
}
