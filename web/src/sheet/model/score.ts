/** A sheet worked out (R5, R6, R8): scores, totals, ranks, what is wrong, and who is asked next. The twin of
 * core/sheet/scored.py. */

import { entryOf, handSizes, isEmpty, seatingInForce, seatingOf } from "./document";
import { fullGameRounds, houseRules, type HouseRules } from "./house";
import { compareKeys, isForbidden, roundScore, scoreRound, tieBreakKey } from "./scoring";
import type {
  Asked,
  Cell,
  Entries,
  Problem,
  ProblemCode,
  RoundState,
  ScoredRound,
  ScoredSheet,
  Sheet,
  Standing,
} from "./types";

type Maybe = number | undefined;

/** What a player has so far. */
interface Tally {
  total: number;
  made: number;
  readonly scores: number[];
}

/** One round as it is entered; numbers in seating order. */
interface Round {
  readonly number: number;
  readonly size: number;
  readonly seated: readonly string[];
  readonly dealer: string;
  readonly bids: readonly Maybe[];
  readonly tricks: readonly Maybe[];
  readonly entries: Entries;
}

function sum(numbers: readonly Maybe[]): number {
  return numbers.reduce<number>((total, one) => total + (one ?? 0), 0);
}

function isWhole(numbers: readonly Maybe[]): numbers is readonly number[] {
  return !numbers.includes(undefined);
}

/** How far the entries are; whether they are right is another question. */
function stateOf(bids: readonly Maybe[], tricks: readonly Maybe[]): RoundState {
  if (tricks.some((won) => won !== undefined)) return isWhole(bids) && isWhole(tricks) ? "wrong" : "counting";
  if (isWhole(bids)) return "playing";
  return bids.some((bid) => bid !== undefined) ? "bidding" : "empty";
}

/** The rounds of one sheet, one after another. */
class Work {
  readonly rounds: ScoredRound[] = [];
  readonly problems: Problem[] = [];
  readonly schedule: readonly number[];
  readonly #sheet: Sheet;
  readonly #rules: HouseRules;
  /** Who sits there last. */
  readonly #seated: readonly string[];
  readonly #tallies: ReadonlyMap<string, Tally>;
  readonly #forbidden = new Map<number, number>();
  readonly #lastBegun: number;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#rules = houseRules(sheet.rules);
    this.#seated = seatingInForce(sheet).players;
    this.schedule = handSizes(sheet.rules, this.#seated.length);
    this.#tallies = new Map(sheet.players.map(({ id }) => [id, { total: 0, made: 0, scores: [] }]));
    this.#lastBegun = lastBegun(sheet, this.schedule.length);
  }

  #tally(player: string): Tally {
    return this.#tallies.get(player) ?? { total: 0, made: 0, scores: [] };
  }

  #handSize(number: number, seats: number): number | undefined {
    const size = this.schedule[number - 1];
    if (size !== undefined) return size;
    return this.#rules.hand_sizes === null && number <= fullGameRounds(seats) ? number : undefined;
  }

  adjust(number: number): void {
    for (const line of this.#sheet.adjustments) {
      if (line.round === number) this.#tally(line.player).total += line.points;
    }
  }

  addRound(number: number, dealer: string): void {
    const entries = this.#sheet.rounds[number - 1] ?? {};
    const seated = seatingOf(this.#sheet, number).players;
    const size = this.#handSize(number, seated.length);
    const inGame = number <= this.schedule.length;
    const bids = seated.map((player) => entryOf(entries.bids, player));
    const tricks = seated.map((player) => entryOf(entries.tricks, player));
    let state: RoundState = inGame ? stateOf(bids, tricks) : "outside";
    let scores: readonly Maybe[] = [];
    if (inGame && size !== undefined) {
      const round = { number, size, seated, dealer, bids, tricks, entries };
      this.#forbid(round);
      const bad = this.#findProblems(round);
      if (isWhole(bids) && isWhole(tricks)) {
        state = bad ? "wrong" : "scored";
        if (!bad) scores = this.#score(round, bids, tricks);
      }
    }
    if (inGame) this.adjust(number);
    this.rounds.push({
      number,
      hand_size: size ?? null,
      dealer,
      cells: seated.map((player, place) => ({
        player,
        bid: bids[place] ?? null,
        tricks: tricks[place] ?? null,
        score: scores[place] ?? null,
        total: state === "scored" ? this.#tally(player).total : null,
      })),
      bids: sum(bids),
      tricks: sum(tricks),
      state,
      concealed: this.#isConcealed(entries, bids, tricks),
      kept: entries.kept ?? false,
    });
  }

  #isConcealed(entries: Entries, bids: readonly Maybe[], tricks: readonly Maybe[]): boolean {
    if (entries.shown) return false;
    const { bid_disclosure } = this.#rules;
    if (bid_disclosure === "hidden") return !isWhole(bids);
    return bid_disclosure === "delayed" && tricks.every((won) => won === undefined);
  }

  /** Note the bid that the dealer may not make, once all others have bid (R3.2). */
  #forbid({ number, size, seated, dealer, bids }: Round): void {
    const at = seated.indexOf(dealer);
    const others = bids.filter((_, place) => place !== at);
    if (!isWhole(others)) return;
    const even = size - sum(others);
    if (even < 0 || even > size) return;
    const totals = seated.filter((player) => player !== dealer).map((player) => this.#tally(player).total);
    if (isForbidden(even, number, this.#tally(dealer).total, totals, this.#rules)) {
      this.#forbidden.set(number, even);
    }
  }

  /** Note what is wrong; whether anything forbids scoring. */
  #findProblems({ number, size, seated, dealer, bids, tricks, entries }: Round): boolean {
    const found: Problem[] = [];
    const note = (code: ProblemCode, player: string | null, is?: number, expected?: number): void => {
      found.push({ round: number, player, code, found: is ?? null, expected: expected ?? null });
    };
    const limit = fullGameRounds(seated.length);
    if (size > limit && !isEmpty(entries)) note("too_many_cards", null, size, limit);
    const passed = number < this.#lastBegun;
    const counting = tricks.some((won) => won !== undefined);
    for (const [place, player] of seated.entries()) {
      const [bid, won] = [bids[place], tricks[place]];
      if (bid === undefined && (counting || passed)) note("bid_missing", player);
      else if (bid !== undefined && bid > size) note("bid_range", player, bid, size);
      if (won === undefined && passed) note("tricks_missing", player);
      else if (won !== undefined && won > size) note("tricks_range", player, won, size);
    }
    const total = sum(tricks);
    if (total > size || (total < size && isWhole(tricks))) note("tricks_sum", null, total, size);
    const bad = found.length > 0;
    const dealt = entryOf(entries.bids, dealer);
    if (!entries.kept && dealt !== undefined && this.#forbidden.get(number) === dealt) {
      note("bids_even", dealer, dealt, size);
    }
    this.problems.push(...found);
    return bad;
  }

  #score({ number, size, seated, dealer }: Round, bids: readonly number[], tricks: readonly number[]) {
    const lastRound = number === this.schedule.length;
    const round = { bids, tricks, handSize: size, dealer: seated.indexOf(dealer), lastRound };
    const scores = scoreRound(round, this.#rules);
    for (const [place, player] of seated.entries()) {
      const tally = this.#tally(player);
      const points = scores[place] ?? 0;
      tally.total += points;
      tally.scores.push(points);
      if (bids[place] === tricks[place]) tally.made++;
    }
    return scores;
  }

  /** The next entry, in the last round begun or the next: bids from the dealer's left, then tricks. */
  asked(): Asked | null {
    for (const number of [this.#lastBegun || 1, this.#lastBegun + 1]) {
      const round = number <= this.schedule.length ? this.rounds[number - 1] : undefined;
      if (!round) return null;
      const asked = this.#askedIn(round);
      if (asked) return asked;
    }
    return null;
  }

  #askedIn({ number, dealer, cells, hand_size, tricks }: ScoredRound): Asked | undefined {
    const at = cells.findIndex((cell) => cell.player === dealer) + 1;
    const turn: readonly Cell[] = [...cells.slice(at), ...cells.slice(0, at)];
    const bidder = turn.find((cell) => cell.bid === null)?.player;
    if (bidder !== undefined) {
      const forbidden = bidder === dealer ? (this.#forbidden.get(number) ?? null) : null;
      return { round: number, player: bidder, what: "bid", forbidden, offered: null };
    }
    const [first, ...more] = turn.filter((cell) => cell.tricks === null);
    if (!first) return undefined;
    const rest = (hand_size ?? 0) - tricks;
    const offered = more.length === 0 && rest >= 0 ? rest : null;
    return { round: number, player: first.player, what: "tricks", forbidden: null, offered };
  }

  standings(over: boolean, asked: Asked | null): readonly Standing[] {
    const counted = this.rounds.slice(0, this.schedule.length).filter((round) => round.state === "scored");
    const played = new Map(
      [...this.#tallies.keys()].map((player) => [
        player,
        counted.filter((round) => round.cells.some((cell) => cell.player === player)).length,
      ]),
    );
    const perfect = new Set<string>();
    for (const [player, tally] of this.#tallies) {
      if (!over || tally.made !== this.schedule.length || played.get(player) !== tally.made) continue;
      perfect.add(player);
      tally.total += this.#rules.perfect_game_bonus;
    }
    const keys = new Map(
      this.#seated.map((player) => {
        const { total, made, scores } = this.#tally(player);
        return [player, tieBreakKey(total, made, scores, this.#rules)] as const;
      }),
    );
    const compare = (a: string, b: string): number => compareKeys(keys.get(a) ?? [], keys.get(b) ?? []);
    const best = Math.max(...this.#seated.map((player) => this.#tally(player).total));
    const line = (player: string, rank: number | null): Standing => {
      const { total, made } = this.#tally(player);
      const behind = rank === null ? 0 : best - total;
      return {
        player,
        rank,
        total,
        made,
        rounds: played.get(player) ?? 0,
        perfect: perfect.has(player),
        behind,
        catch_up: this.#catchUp(behind, asked),
      };
    };
    const first = [...this.#seated].sort(compare);
    const left = [...this.#tallies.keys()].filter(
      (player) => !keys.has(player) && ((played.get(player) ?? 0) > 0 || this.#isEntered(player)),
    );
    return [
      ...first.map((player) => line(player, 1 + first.filter((other) => compare(other, player) < 0).length)),
      ...left.map((player) => line(player, null)),
    ];
  }

  #isEntered(player: string): boolean {
    return (
      this.#sheet.rounds.some(
        ({ bids, tricks }) => entryOf(bids, player) !== undefined || entryOf(tricks, player) !== undefined,
      ) || this.#sheet.adjustments.some((line) => line.player === player)
    );
  }

  #catchUp(behind: number, asked: Asked | null): number | null {
    if (behind <= 0 || !asked) return null;
    const size = this.schedule[asked.round - 1] ?? 0;
    const bonus = asked.round === this.schedule.length ? this.#rules.last_round_bonus : 0;
    for (let bid = 0; bid <= size; bid++) {
      if (roundScore(bid, bid, size, this.#rules) + bonus >= behind) return bid;
    }
    return null;
  }
}

/** The last round of the game in which somebody who sat there has an entry; 0 for none. */
function lastBegun(sheet: Sheet, count: number): number {
  return (
    sheet.rounds.slice(0, count).findLastIndex(({ bids, tricks }, at) =>
      seatingOf(sheet, at + 1).players.some(
        (player) => entryOf(bids, player) !== undefined || entryOf(tricks, player) !== undefined,
      ),
    ) + 1
  );
}

/** Who deals each round: the deal passes to the left (R2.4), past those who have left. */
function dealersOf(sheet: Sheet, count: number): readonly string[] {
  const named = new Map(sheet.dealers.map(({ round, player }) => [round, player]));
  const dealers: string[] = [];
  for (let number = 1; number <= count; number++) {
    const seated = seatingOf(sheet, number).players;
    const dealer = named.get(number);
    const before = dealers.at(-1);
    if (dealer !== undefined && seated.includes(dealer)) dealers.push(dealer);
    else if (before === undefined) dealers.push(seated[0] ?? "");
    else dealers.push(leftOf(before, seatingOf(sheet, number - 1).players, seated));
  }
  return dealers;
}

function leftOf(dealer: string, before: readonly string[], now: readonly string[]): string {
  const first = now[0] ?? "";
  if (now.includes(dealer)) return now[(now.indexOf(dealer) + 1) % now.length] ?? first;
  const at = before.indexOf(dealer) + 1;
  return [...before.slice(at), ...before.slice(0, at)].find((player) => now.includes(player)) ?? first;
}

/** Work a sheet out. It never fails: what is wrong is marked, and not scored (R8.2). */
export function score(sheet: Sheet): ScoredSheet {
  const work = new Work(sheet);
  const { schedule } = work;
  work.adjust(0);
  for (const [at, dealer] of dealersOf(sheet, Math.max(schedule.length, sheet.rounds.length)).entries()) {
    const entries = sheet.rounds[at];
    if (at < schedule.length || (entries && !isEmpty(entries))) work.addRound(at + 1, dealer);
  }
  const over = work.rounds.slice(0, schedule.length).every((round) => round.state === "scored");
  const asked = work.asked();
  const standings = work.standings(over, asked);
  return { schedule, rounds: work.rounds, standings, problems: work.problems, over, asked };
}
