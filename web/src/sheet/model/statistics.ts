/** What all sheets of a device tell about the people on them. People are told apart by name, whatever its case. */

import { entryOf, nameOf } from "./document";
import { score } from "./score";
import { folded } from "./text";
import type { ScoredSheet, Sheet } from "./types";

/** How often bids were made. */
export interface Rate {
  readonly made: number;
  readonly bids: number;
}

export interface SizeRate extends Rate {
  readonly handSize: number;
}

/** One round of somebody. */
export interface RoundMark {
  readonly score: number;
  readonly sheet: string;
  readonly round: number;
  readonly handSize: number;
}

export interface TotalMark {
  readonly total: number;
  readonly sheet: string;
}

export interface PersonStatistics {
  /** Tells people apart. */
  readonly key: string;
  /** As it was written last. */
  readonly name: string;
  /** Finished games, played to the end. */
  readonly games: number;
  /** Games begun and not finished, or left. */
  readonly unfinished: number;
  /** Games with rank 1, shared ones included. */
  readonly wins: number;
  readonly sharedWins: number;
  /** Of finished games; undefined without one. */
  readonly averageTotal: number | undefined;
  /** Of all scored rounds; undefined without one. */
  readonly averageRound: number | undefined;
  /** Bids made in all scored rounds. */
  readonly bids: Rate;
  /** The same by hand size, ascending. */
  readonly bySize: readonly SizeRate[];
  readonly bestRound: RoundMark | undefined;
  readonly worstRound: RoundMark | undefined;
  /** Of finished games. */
  readonly highestTotal: TotalMark | undefined;
  readonly perfectGames: number;
}

export interface Statistics {
  readonly games: number;
  readonly unfinished: number;
  /** Sheets that were left out, because another one holds the same match. */
  readonly copies: number;
  /** Who played most comes first, then who won most, then by name. */
  readonly people: readonly PersonStatistics[];
}

export interface HeadToHead {
  /** Games both played to the end. */
  readonly games: number;
  readonly firstAhead: number;
  readonly secondAhead: number;
  readonly level: number;
}

/** A sheet with what follows, from the view of statistics. */
interface Game {
  readonly sheet: Sheet;
  readonly scored: ScoredSheet;
}

class Person {
  name = "";
  #games = 0;
  #unfinished = 0;
  #wins = 0;
  #sharedWins = 0;
  #totals = 0;
  #perfect = 0;
  #highest: TotalMark | undefined;
  readonly #rounds: (RoundMark & { readonly made: boolean })[] = [];
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  add({ sheet, scored }: Game, player: string): void {
    this.name = nameOf(sheet, player);
    for (const { number, hand_size, cells } of scored.rounds) {
      const cell = cells.find((one) => one.player === player);
      if (!cell || cell.score === null) continue;
      const made = cell.bid === cell.tricks;
      this.#rounds.push({ score: cell.score, sheet: sheet.id, round: number, handSize: hand_size ?? 0, made });
    }
    const standing = scored.standings.find((one) => one.player === player);
    if (!standing || !scored.over || standing.rank === null) {
      this.#unfinished++;
      return;
    }
    const { total, rank, perfect } = standing;
    this.#games++;
    this.#totals += total;
    if (perfect) this.#perfect++;
    if (rank === 1) this.#wins++;
    if (rank === 1 && scored.standings.filter((one) => one.rank === 1).length > 1) this.#sharedWins++;
    if (!this.#highest || total > this.#highest.total) this.#highest = { total, sheet: sheet.id };
  }

  #best(isBetter: (a: RoundMark, b: RoundMark) => boolean): RoundMark | undefined {
    const best = this.#rounds.reduce<RoundMark | undefined>(
      (found, one) => (!found || isBetter(one, found) ? one : found),
      undefined,
    );
    return best && { score: best.score, sheet: best.sheet, round: best.round, handSize: best.handSize };
  }

  result(): PersonStatistics {
    const rounds = this.#rounds;
    const sizes = [...new Set(rounds.map((round) => round.handSize))].sort((a, b) => a - b);
    return {
      key: this.#key,
      name: this.name,
      games: this.#games,
      unfinished: this.#unfinished,
      wins: this.#wins,
      sharedWins: this.#sharedWins,
      averageTotal: this.#games ? this.#totals / this.#games : undefined,
      averageRound: rounds.length ? rounds.reduce((sum, one) => sum + one.score, 0) / rounds.length : undefined,
      bids: rateOf(rounds),
      bySize: sizes.map((handSize) => ({ handSize, ...rateOf(rounds.filter((one) => one.handSize === handSize)) })),
      bestRound: this.#best((a, b) => a.score > b.score),
      worstRound: this.#best((a, b) => a.score < b.score),
      highestTotal: this.#highest,
      perfectGames: this.#perfect,
    };
  }
}

function rateOf(rounds: readonly { readonly made: boolean }[]): Rate {
  return { made: rounds.filter((round) => round.made).length, bids: rounds.length };
}

/** The sheets on which anything was scored, the oldest first. */
function gamesOf(sheets: readonly Sheet[]): readonly Game[] {
  return [...sheets]
    .sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0))
    .map((sheet) => ({ sheet, scored: score(sheet) }))
    .filter(({ scored }) => scored.rounds.some((round) => round.state === "scored"));
}

/** Whether every entry of one sheet is on the other, too. */
function isWithin(one: Sheet, other: Sheet): boolean {
  return one.rounds.every((round, at) =>
    (["bids", "tricks"] as const).every((kind) =>
      Object.entries(round[kind] ?? {}).every(([player, n]) => entryOf(other.rounds[at]?.[kind], player) === n),
    ),
  );
}

/** The games without copies: begun at the same time, with the same entries or some of them, is the same match. */
function matchesOf(sheets: readonly Sheet[]): readonly Game[] {
  const games = gamesOf(sheets);
  return games.filter(({ sheet }, at) =>
    games.every(({ sheet: other }, place) => {
      if (place === at || other.created !== sheet.created || !isWithin(sheet, other)) return true;
      // the same on both: the first counts
      return isWithin(other, sheet) && at < place;
    }),
  );
}

export function statistics(sheets: readonly Sheet[]): Statistics {
  const games = matchesOf(sheets);
  const people = new Map<string, Person>();
  for (const game of games) {
    for (const { player } of game.scored.standings) {
      const key = folded(nameOf(game.sheet, player));
      const person = people.get(key) ?? new Person(key);
      people.set(key, person);
      person.add(game, player);
    }
  }
  const over = games.filter(({ scored }) => scored.over).length;
  return {
    games: over,
    unfinished: games.length - over,
    copies: gamesOf(sheets).length - games.length,
    people: [...people.values()]
      .map((person) => person.result())
      .sort((a, b) => b.games - a.games || b.wins - a.wins || a.name.localeCompare(b.name)),
  };
}

/** How two people, by name, did in the games they finished together. */
export function headToHead(sheets: readonly Sheet[], first: string, second: string): HeadToHead {
  const result = { games: 0, firstAhead: 0, secondAhead: 0, level: 0 };
  for (const { sheet, scored } of matchesOf(sheets)) {
    const rankOf = (name: string): number | null | undefined =>
      scored.standings.find(({ player }) => folded(nameOf(sheet, player)) === folded(name))?.rank;
    const [a, b] = [rankOf(first), rankOf(second)];
    if (!scored.over || typeof a !== "number" || typeof b !== "number") continue;
    result.games++;
    if (a < b) result.firstAhead++;
    else if (b < a) result.secondAhead++;
    else result.level++;
  }
  return result;
}
