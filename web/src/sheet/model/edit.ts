/** Every change that can be made to a sheet: the twin of core/sheet/edits.py. */

import {
  checkedRules,
  checkNames,
  cleanText,
  entryOf,
  handSizes,
  isEmpty,
  MAX_ADJUSTMENTS,
  MAX_NAME,
  MAX_PLAYERS,
  MAX_POINTS,
  MAX_REASON,
  MAX_TITLE,
  MAX_TRICKS,
  RuleError,
  scheduleOf,
  seatingInForce,
  seatingOf,
  SheetError,
} from "./document";
import { MAX_SEATS, MIN_SEATS } from "./house";
import type { Dealer, Edit, Entries, Line, Player, Rules, Sheet, Values } from "./types";

export { RuleError, SheetError } from "./document";

/** Why a change cannot be made. */
export type Refusal = SheetError | RuleError;

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof SheetError || error instanceof RuleError;
}

type EditOf<Kind extends Edit["kind"]> = Extract<Edit, { readonly kind: Kind }>;

/** The sheet after a change. Throws a SheetError (places begin with the field of the change) or a RuleError; the
 * sheet is as before. */
export function edit(sheet: Sheet, change: Edit): Sheet {
  switch (change.kind) {
    case "enter":
      return enter(sheet, change);
    case "show":
      return withRound(sheet, change.round, { ...entriesOf(sheet, change.round), shown: true });
    case "rules":
      return withRules(sheet, change.rules);
    case "seat":
      return seat(sheet, change);
    case "rename":
      return rename(sheet, change.player, change.name);
    case "deal":
      return deal(sheet, change.round, change.player);
    case "adjust":
      return adjust(sheet, change);
    case "unadjust":
      return unadjust(sheet, change.id);
    case "title":
      return { ...sheet, title: cleanText(change.title, "title", MAX_TITLE, true) };
    default: // of a newer Rufen, or damaged
      throw new SheetError("kind", "kind", "a change that this Rufen knows");
  }
}

function checkKnown(sheet: Sheet, player: string, place: string): void {
  if (!sheet.players.some((one) => one.id === player)) {
    throw new SheetError("unknown_player", place, "a player of this sheet");
  }
}

/** The last round that may hold something: of the game, or beyond it and played. */
function lastRound(sheet: Sheet): number {
  return Math.max(scheduleOf(sheet).length, sheet.rounds.length);
}

function checkRound(number: number, first: number, last: number): void {
  if (!Number.isInteger(number) || number < first || number > last) {
    throw new SheetError("round", "round", `a round ${first} … ${last}`);
  }
}

function entriesOf(sheet: Sheet, number: number): Entries {
  checkRound(number, 1, lastRound(sheet));
  return sheet.rounds[number - 1] ?? {};
}

/** Entries without what says nothing. */
function trimmed({ bids = {}, tricks = {}, kept, shown }: Entries): Entries {
  return {
    ...(Object.keys(bids).length > 0 && { bids }),
    ...(Object.keys(tricks).length > 0 && { tricks }),
    ...(kept && { kept }),
    ...(shown && { shown }),
  };
}

function withRound(sheet: Sheet, number: number, entries: Entries): Sheet {
  const length = Math.max(sheet.rounds.length, number);
  const rounds = Array.from({ length }, (_, at) => sheet.rounds[at] ?? {});
  rounds[number - 1] = trimmed(entries);
  return { ...sheet, rounds: rounds.slice(0, rounds.findLastIndex((one) => !isEmpty(one)) + 1) };
}

function isSame(a: Values, b: Values): boolean {
  const players = Object.keys(a);
  return players.length === Object.keys(b).length && players.every((player) => a[player] === entryOf(b, player));
}

function enter(sheet: Sheet, change: EditOf<"enter">): Sheet {
  const { round } = change;
  const entries = entriesOf(sheet, round);
  const seated = seatingOf(sheet, round).players;
  const most = scheduleOf(sheet)[round - 1] ?? MAX_TRICKS;

  function changed(kind: "bids" | "tricks"): Values {
    const after = { ...entries[kind] };
    for (const [player, value] of Object.entries(change[kind] ?? {})) {
      if (!seated.includes(player)) {
        throw new SheetError("not_seated", `${kind}.${player}`, `a player of round ${round}`);
      }
      if (value === null) {
        delete after[player];
        continue;
      }
      if (!Number.isInteger(value) || value < 0 || value > most) {
        throw new SheetError("range", `${kind}.${player}`, `a whole number 0 … ${most} (R8.1)`);
      }
      after[player] = value;
    }
    return after;
  }

  const [bids, tricks] = [changed("bids"), changed("tricks")];
  const kept = (change.kept ?? false) || ((entries.kept ?? false) && isSame(bids, entries.bids ?? {}));
  return withRound(sheet, round, { bids, tricks, kept, shown: entries.shown ?? false });
}

function withRules(sheet: Sheet, rules: Rules): Sheet {
  // What the settings themselves allow comes first; who plays then depends on how many rounds there are.
  const changed = { ...sheet, rules: checkedRules(rules) };
  checkedRules(rules, seatingInForce(changed).players.length);
  return changed;
}

function seat(sheet: Sheet, change: EditOf<"seat">): Sheet {
  const count = change.players.length;
  if (count < MIN_SEATS || count > MAX_SEATS) {
    throw new SheetError("players", "players", `${MIN_SEATS} to ${MAX_SEATS} players, not ${count} (R1.4)`);
  }
  const ids = change.players.map((player) => player.id);
  if (new Set(ids).size < ids.length) throw new SheetError("duplicate", "players", "each player once");
  const rules = checkedRules(change.rules ?? sheet.rules);
  // It begins within the game as it was, and as it will be with so many players (R2.1).
  const willBe = handSizes(rules, count).length;
  checkRound(change.round, 1, Math.min(scheduleOf(sheet).length, sheet.rounds.length + 1, willBe));
  const known = new Set(sheet.players.map((player) => player.id));
  const joining: Player[] = [];
  for (const [place, { id, name }] of change.players.entries()) {
    if (known.has(id)) continue;
    checkId(id, `players[${place}].id`);
    joining.push({ id, name: cleanText(name, `players[${place}].name`, MAX_NAME) });
  }
  const players = [...sheet.players, ...joining];
  if (players.length > MAX_PLAYERS) {
    throw new SheetError("too_many", "players", `at most ${MAX_PLAYERS} players in one match`);
  }
  checkNames(players, "players");
  const earlier = sheet.seatings.filter((seating) => seating.round < change.round);
  const same = earlier.at(-1)?.players.join() === ids.join();
  const seatings = same ? earlier : [...earlier, { round: change.round, players: ids }];
  return withRules({ ...sheet, players, seatings }, rules);
}

function checkId(id: string, place: string): void {
  if (!/^[a-z0-9]{1,16}$/.test(id)) throw new SheetError("id", place, "1 to 16 small letters and digits");
}

function rename(sheet: Sheet, player: string, name: string): Sheet {
  checkKnown(sheet, player, "player");
  const cleaned = cleanText(name, "name", MAX_NAME);
  const players = sheet.players.map((one) => (one.id === player ? { id: player, name: cleaned } : one));
  checkNames(players, "name");
  return { ...sheet, players };
}

function deal(sheet: Sheet, round: number, player: string | null): Sheet {
  checkRound(round, 1, lastRound(sheet));
  const dealers: Dealer[] = sheet.dealers.filter((dealer) => dealer.round !== round);
  if (player !== null) {
    if (!seatingOf(sheet, round).players.includes(player)) {
      throw new SheetError("not_seated", "player", `a player of round ${round}`);
    }
    dealers.push({ round, player });
  }
  return { ...sheet, dealers: dealers.sort((a, b) => a.round - b.round) };
}

function adjust(sheet: Sheet, { id, round, player, points, reason }: Line): Sheet {
  checkId(id, "id");
  checkKnown(sheet, player, "player");
  checkRound(round, 0, lastRound(sheet));
  if (!Number.isInteger(points) || points === 0 || Math.abs(points) > MAX_POINTS) {
    throw new SheetError("range", "points", `a whole number −${MAX_POINTS} … ${MAX_POINTS}, not 0`);
  }
  const line = { id, round, player, points, reason: cleanText(reason, "reason", MAX_REASON) };
  const { adjustments: lines } = sheet;
  const adjustments = lines.some((one) => one.id === id)
    ? lines.map((one) => (one.id === id ? line : one))
    : [...lines, line];
  if (adjustments.length > MAX_ADJUSTMENTS) {
    throw new SheetError("too_many", "id", `at most ${MAX_ADJUSTMENTS} adjustment lines`);
  }
  return { ...sheet, adjustments };
}

function unadjust(sheet: Sheet, id: string): Sheet {
  const adjustments = sheet.adjustments.filter((line) => line.id !== id);
  if (adjustments.length === sheet.adjustments.length) {
    throw new SheetError("unknown_line", "id", "an adjustment line of this sheet");
  }
  return { ...sheet, adjustments };
}
