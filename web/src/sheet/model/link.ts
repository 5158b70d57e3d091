/** A whole sheet in a link, short enough for a QR code: nothing but the link is needed to read it. */

import { entryOf, SheetError } from "./document";
import { FORMAT, MAX_FILE_BYTES, RULES_VERSION, sheetFrom, VERSION } from "./file";
import { parseJson } from "./json";
import type { Entries, Sheet, Values } from "./types";

/** The first character of a link says how the rest is written. */
const PLAIN = "0";
const DEFLATED = "1";
const CHECK_BYTES = 3;

/** A sheet as the text after the `#` of a link. */
export async function toLink(sheet: Sheet): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(compact(sheet)));
  if (typeof CompressionStream === "undefined") return PLAIN + base64url(checked(bytes));
  return DEFLATED + base64url(checked(await through(new CompressionStream("deflate-raw"), bytes)));
}

/** The sheet of a link, of the whole one or of the text after its `#`. Throws a SheetError: `link` for one that is
 * damaged or cut off, `newer`, or what a file of this sheet would be refused for. */
export async function fromLink(link: string): Promise<Sheet> {
  const text = link.slice(link.indexOf("#") + 1).trim();
  const kind = text.charAt(0);
  if (!/^[0-9A-Za-z_-]{6,}$/.test(text)) throw damaged();
  if (kind !== PLAIN && kind !== DEFLATED) {
    throw new SheetError("newer", "link", "a link of this Rufen: this one was made by a newer one");
  }
  const bytes = unchecked(text.slice(1));
  const json = new TextDecoder().decode(kind === PLAIN ? bytes : await inflated(bytes));
  let form: unknown;
  try {
    form = parseJson(json);
  } catch {
    throw damaged();
  }
  return sheetFrom(documentFrom(form));
}

function damaged(): SheetError {
  return new SheetError("link", "link", "a whole link, as it was shared: a part of this one is missing or changed");
}

/* --- the short form: a list, players by their place --- */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SPLIT = ".";
const NONE = "-";

type Short = readonly [
  id: string,
  title: string,
  created: string,
  /** A name, or with an id that is not the letter of its place. */
  players: readonly (string | readonly [string, string])[],
  seatings: readonly (readonly number[])[],
  rules: Sheet["rules"] | 0,
  dealers: readonly (readonly number[])[],
  rounds: string,
  adjustments: readonly (readonly [id: string, round: number, player: number, points: number, reason: string])[],
];

function compact(sheet: Sheet): Short {
  const ids = sheet.players.map((player) => player.id);
  const place = (player: string): number => ids.indexOf(player);
  return [
    sheet.id,
    sheet.title,
    sheet.created,
    sheet.players.map(({ id, name }, at) => (id === LETTERS[at] ? name : [name, id])),
    sheet.seatings.map(({ round, players }) => [round, ...players.map(place)]),
    Object.keys(sheet.rules).length > 0 ? sheet.rules : 0,
    sheet.dealers.map(({ round, player }) => [round, place(player)]),
    sheet.rounds.map((entries) => roundText(entries, ids)).join(" "),
    sheet.adjustments.map(({ id, round, player, points, reason }) => [id, round, place(player), points, reason]),
  ];
}

/** `102.11-!`: bids, tricks (base 36, by the players' places), `!` for kept and `?` for shown. */
function roundText({ bids, tricks, kept, shown }: Entries, ids: readonly string[]): string {
  const row = (values: Values | undefined): string =>
    ids
      .map((id) => entryOf(values, id)?.toString(36) ?? NONE)
      .join("")
      .replace(/-+$/, "");
  return row(bids) + SPLIT + row(tricks) + (kept ? "!" : "") + (shown ? "?" : "");
}

/** The JSON form of a file, which checks everything; whatever is not as it should be makes it refuse. */
function documentFrom(form: unknown): unknown {
  if (!Array.isArray(form) || form.length !== 9) throw damaged();
  try {
    const [id, title, created, names, seatings, rules, dealers, rounds, adjustments] = form as unknown as Short;
    const players = names.map((one, at) =>
      typeof one === "string" ? { id: LETTERS[at], name: one } : { id: one[1], name: one[0] },
    );
    const who = (place: number | undefined): string | undefined => players[place ?? NaN]?.id;
    return {
      format: FORMAT,
      version: VERSION,
      rules_version: RULES_VERSION,
      ...{ id, title, created, players },
      seatings: seatings.map(([round, ...seated]) => ({ round, players: seated.map(who) })),
      rules: rules === 0 ? {} : rules,
      dealers: dealers.map(([round, player]) => ({ round, player: who(player) })),
      rounds: rounds === "" ? [] : rounds.split(" ").map((text) => entriesFrom(text, who)),
      adjustments: adjustments.map(([line, round, player, points, reason]) => {
        return { id: line, round, player: who(player), points, reason };
      }),
    };
  } catch (error) {
    if (error instanceof TypeError) throw damaged();
    throw error;
  }
}

function entriesFrom(text: string, who: (place: number) => string | undefined): unknown {
  const [, bids = "", tricks = "", kept, shown] = /^([-0-9a-k]*)\.([-0-9a-k]*)(!?)(\??)$/.exec(text) ?? [];
  const values = (row: string): unknown =>
    Object.fromEntries(
      [...row].flatMap((digit, at) => (digit === NONE ? [] : [[who(at) ?? "", parseInt(digit, 36)]])),
    );
  return { bids: values(bids), tricks: values(tricks), kept: kept === "!", shown: shown === "?" };
}

/* --- bytes --- */

function checksum(bytes: Uint8Array): Uint8Array {
  // FNV-1a
  const sum = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
  return new Uint8Array([sum, sum >>> 8, sum >>> 16]);
}

function checked(bytes: Uint8Array): Uint8Array {
  return new Uint8Array([...checksum(bytes), ...bytes]);
}

function unchecked(text: string): Uint8Array<ArrayBuffer> {
  const all = fromBase64url(text);
  const bytes = all.slice(CHECK_BYTES);
  if (checksum(bytes).some((byte, at) => byte !== all[at])) throw damaged();
  return bytes;
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    throw damaged();
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (typeof DecompressionStream === "undefined") {
    throw new SheetError("link", "link", "a newer browser: this one cannot unpack it");
  }
  try {
    return await through(new DecompressionStream("deflate-raw"), bytes);
  } catch (error) {
    if (error instanceof SheetError) throw error;
    throw damaged();
  }
}

/** All that comes out of a stream for these bytes, if it is not more than any sheet. */
async function through(
  { readable, writable }: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // what is wrong with the bytes is also told to the reader
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = readable.getReader();
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(parts);
    for (const byte of value as Uint8Array) parts.push(byte);
    if (parts.length > MAX_FILE_BYTES) {
      await reader.cancel();
      throw new SheetError("too_large", "link", `a sheet has at most ${MAX_FILE_BYTES} bytes`);
    }
  }
}
