/** Where other devices find what this page links to. */

import { fetchAddress } from "../../lib/api";

/** Names by which only this device finds its own server. */
const OWN = /^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** An address; or `nowhere`: the server answers on this device only; or `unknown`: nobody is there to ask. */
export type Reach = { readonly address: string } | "nowhere" | "unknown";

/** How other devices reach this page. */
export async function reachForOthers(): Promise<Reach> {
  if (!OWN.test(location.hostname)) return { address: location.origin };
  try {
    const address = await fetchAddress();
    return address === null ? "nowhere" : { address };
  } catch {
    return "unknown";
  }
}

/** What links begin with; nothing better than the address of this page where others have none. */
export function addressIn(reach: Reach | undefined): string {
  return typeof reach === "object" ? reach.address : location.origin;
}
