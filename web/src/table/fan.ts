/** The order of a hand and how it is laid out (the fan of the look: one or two rows, never three). */
import type { Card } from "$lib/protocol";

export type Sort = "suit" | "rank";

const KIND = "BGRYWJ";

function rankOf(card: Card): number {
  if (card.startsWith("J")) return 0;
  if (card.startsWith("W")) return 14;
  return Number(card.slice(1));
}

function kindOf(card: Card): number {
  return KIND.indexOf(card.charAt(0));
}

/** Sorted by suit (then Wizards, Jesters) or by rank (Jesters low, Wizards high). */
export function sortHand(hand: readonly Card[], sort: Sort): Card[] {
  const paper = (card: Card): number => Number(card.slice(1));
  return hand.toSorted((a, b) =>
    sort === "suit"
      ? kindOf(a) - kindOf(b) || paper(a) - paper(b)
      : rankOf(a) - rankOf(b) || kindOf(a) - kindOf(b) || paper(a) - paper(b),
  );
}

export interface Fan {
  readonly rows: number;
  /** Card width in px. */
  readonly card: number;
  /** Height of the whole hand in px. */
  readonly height: number;
}

/** The strip of a card that is wished for, and the least one may be. */
const STRIP = 28;
const FLOOR = 24.2;
const GAP = 6;
const LIFT = 0.4;
/** The largest card a nearly empty hand shows. */
const LARGEST = 118;
const PHONE = 560;

/** The least and the largest width of a card in one row: the larger the table, the larger the card. */
function range(width: number, tall: boolean): readonly [number, number] {
  if (width >= 900) return tall ? [104, LARGEST] : [104, 104];
  if (width >= PHONE) return tall ? [92, 104] : [92, 92];
  return [80, 88];
}

/** The largest card with which `count` cards in one row show strips of at least `strip`. */
function widest(count: number, width: number, strip: number): number {
  return Math.floor(width - strip * (count - 1));
}

/**
 * The place a hand of `size` cards needs in `width` px; `tall`: the page has height to spare. It stays as
 * it is for the whole round, so that nothing shifts. One row as long as strips allow it, else two.
 */
export function place(size: number, width: number, tall: boolean): Fan {
  const [least, largest] = range(width, tall);
  const phone = width < PHONE;
  const card = phone ? Math.min(least, widest(size, width, FLOOR)) : least;
  if (phone ? card >= 69 : widest(size, width, STRIP) >= card) {
    return { rows: 1, card, height: Math.ceil(Math.min(largest, Math.max(card, widest(size, width, STRIP))) * 1.4) };
  }
  const small = phone ? 74 : least;
  return { rows: 2, card: small, height: Math.ceil(small * (2.8 - LIFT)) };
}

/** How `count` cards lie in the place of a round: as they become fewer, they grow into it. */
export function layOut(count: number, room: Fan, width: number): Fan {
  const largest = Math.min(LARGEST, Math.floor(room.height / 1.4));
  /* A phone shows a closer fan of larger cards; elsewhere cards grow only until they touch. */
  const fitting =
    width < PHONE ? widest(count, width, STRIP) : Math.floor((width - (count - 1) * GAP) / Math.max(1, count));
  const grown = Math.min(largest, Math.max(room.card, fitting));
  if (room.rows === 2 && widest(count, width, STRIP) < room.card) return room;
  return { rows: 1, card: grown, height: room.height };
}

/** Cards cut into rows, the fuller row first. */
export function cutRows<T>(cards: readonly T[], rows: number): T[][] {
  if (rows === 1) return [[...cards]];
  const first = Math.ceil(cards.length / 2);
  return [cards.slice(0, first), cards.slice(first)];
}
