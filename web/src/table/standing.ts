/** Words and orders for the end of a round and of a game, from what the server says. */
import { list, t, isKey } from "$lib/i18n/index.svelte";
import type { PlayerView, RoundResult } from "$lib/protocol";
import { balance, nameOf, spoken, type Names } from "./words";

function word(n: number): string {
  const key = `table.number.${n}`;
  return isKey(key) ? t(key) : String(n);
}

export function madeBid(result: RoundResult, seat: number): boolean {
  return result.bids[seat] === result.tricks[seat];
}

/** How many bids a seat has made. */
export function bidsMade(results: readonly RoundResult[], seat: number): number {
  return results.filter((result) => madeBid(result, seat)).length;
}

/** Seats from the highest total to the lowest; by final ranks where there are some. */
export function order(view: PlayerView): number[] {
  const seats = Array.from({ length: view.seats }, (_, seat) => seat);
  const { ranks, totals } = view;
  return seats.toSorted((a, b) =>
    ranks === null ? (totals[b] ?? 0) - (totals[a] ?? 0) || a - b : (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b,
  );
}

/** "Round 9: two made it, two missed". */
export function roundTitle(result: RoundResult): string {
  const made = result.bids.filter((_, seat) => madeBid(result, seat)).length;
  const { number: round } = result;
  if (made === result.bids.length) return t("table.end.all", { round });
  if (made === 0) return t("table.end.nobody", { round });
  return t("table.end.mixed", { round, made: word(made), missed: word(result.bids.length - made) });
}

/** "You lead by 10." */
export function leadNote(view: PlayerView, names: Names): string {
  const ordered = order(view);
  const best = view.totals[ordered[0] ?? 0] ?? 0;
  const top = ordered.filter((seat) => view.totals[seat] === best);
  const next = view.totals[ordered[top.length] ?? -1];
  const first = top[0];
  // three names and more would make the panel scroll
  if (top.length > 2) return t("table.end.level.many", { n: top.length });
  if (top.length > 1 || first === undefined || next === undefined)
    return t("table.end.level", { names: seatList(top, view, names) });
  return spoken("table.end.lead", names, first, view.seat, { n: best - next });
}

/** "The bids were 1 over, so somebody had to miss." */
export function bidsNote(result: RoundResult): string {
  const sum = result.bids.reduce((all, bid) => all + bid, 0);
  return sum === result.hand_size
    ? t("table.end.bids.even")
    : t("table.end.bids.off", { balance: balance(sum, result.hand_size) });
}

export function seatList(seats: readonly number[], view: PlayerView, names: Names): string {
  return list(seats.map((seat) => (seat === view.seat ? t("table.you") : nameOf(names, seat))));
}

/** "Ben wins by 50. You come second." */
export function finalTitle(view: PlayerView, names: Names): string {
  const ranks = view.ranks ?? [];
  const winners = order(view).filter((seat) => ranks[seat] === 1);
  const second = order(view).find((seat) => ranks[seat] !== 1);
  const first = winners[0];
  const me = view.seat;
  let win: string;
  if (first === undefined) return t("table.ask.over");
  if (winners.length > 1) win = t("table.final.shared", { names: seatList(winners, view, names) });
  else {
    const by = (view.totals[first] ?? 0) - (second === undefined ? 0 : (view.totals[second] ?? 0));
    win =
      by === 0
        ? spoken("table.final.tiebreak", names, first, me)
        : spoken("table.final.wins", names, first, me, { n: by });
  }
  const rank = me === null ? undefined : ranks[me];
  const key = `table.place.${rank}`;
  if (rank === undefined || rank === 1 || !isKey(key)) return win;
  return `${win} ${t("table.final.place", { place: t(key) })}`;
}
