/** Links to a table: the invitation, and a seat's own link, which carries the seat's secret. */

import { isTableId, isToken } from "$lib/seats";

/** The link that invites. */
export function inviteLink(address: string, code: string): string {
  return `${address}/j/${code}`;
}

/** The link that is a seat. The secret stands behind the #, which browsers send to nobody. */
export function seatLink(address: string, table: string, token: string): string {
  return `${address}/t/${table}#seat=${token}`;
}

/** What a seat's own link says; `token` null: the secret in it cannot be one. */
export interface SeatInLink {
  readonly table: string;
  readonly token: string | null;
}

/** The seat that an address names; null when it names none. */
export function seatIn(path: string, hash: string): SeatInLink | null {
  const table = /^\/t\/([a-z0-9]+)\/?$/.exec(path)?.[1];
  if (table === undefined || !isTableId(table) || !hash.startsWith("#seat=")) return null;
  const token = hash.slice("#seat=".length);
  return { table, token: isToken(token) ? token : null };
}
