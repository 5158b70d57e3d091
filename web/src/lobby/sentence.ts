/** Sentences with names in them, in pieces, so that a name can stand in an element of its own. */

import { list, t, type Key, type Params } from "$lib/i18n/index.svelte";

export interface Piece {
  readonly text: string;
  /** It is a name: whatever is written in it must not touch what stands around it. */
  readonly name: boolean;
}

/** Private characters: no text of ours has them, and no name can. */
const [BEFORE, AFTER] = ["\ue000", "\ue001"];

/** The text `key` with `names` in it; several names in one place are listed as the language does it. */
export function pieces(
  key: Key,
  names: Readonly<Record<string, string | readonly string[]>>,
  params: Params = {},
): readonly Piece[] {
  const all: string[] = [];
  const marked = (name: string): string => `${BEFORE}${all.push(name) - 1}${AFTER}`;
  const places = Object.entries(names).map(([place, value]): [string, string] => [
    place,
    typeof value === "string" ? marked(value) : list(value.map(marked)),
  ]);
  return t(key, { ...params, ...Object.fromEntries(places) })
    .split(new RegExp(`${BEFORE}(\\d+)${AFTER}`))
    .map((text, at) => (at % 2 === 1 ? { text: all[Number(text)] ?? "", name: true } : { text, name: false }))
    .filter((piece) => piece.text !== "");
}
