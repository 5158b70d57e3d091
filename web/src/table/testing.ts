/** Views and sockets for the tests of the table. */
import type { Card, Event, PlayerView, Snapshot, TableNews, Update } from "$lib/protocol";

/** Round 3 of five for four players, Anna (1) to lead, seat 0 looking on. */
export function viewOf(change: Partial<PlayerView> = {}): PlayerView {
  return {
    rules: {},
    seats: 4,
    seat: 0,
    seq: 20,
    phase: "playing",
    schedule: [1, 2, 3, 4, 5],
    round_number: 3,
    hand_size: 3,
    dealer: 0,
    commitment: null,
    to_act: [1],
    hand: ["B3", "G7", "W1"],
    hand_counts: [3, 3, 3, 3],
    turn_up: "R7",
    trump: "R",
    bids: [1, 1, 0, 2],
    has_bid: [true, true, true, true],
    tricks_won: [0, 0, 0, 0],
    trick: { leader: 1, cards: [], led_suit: null, follow: null, winning: null },
    tricks: [],
    results: [],
    totals: [0, 0, 0, 0],
    ranks: null,
    legal: [],
    refusals: [],
    ...change,
  };
}

export const NAMES = ["Mara", "Anna", "Ben", "Cara"];

export function updateOf(after: number, events: readonly Event[], change: Partial<PlayerView> = {}): Update {
  return { type: "update", after, events, view: viewOf({ seq: after + events.length, ...change }) };
}

export function played(seat: number, card: Card): Event {
  return { type: "card_played", seat, card };
}

export const NEWS: TableNews = {
  type: "table",
  seats: NAMES.map((name, seat) => ({ seat, name, kind: "person", level: null, connected: true, presence: "here", left: null, ready: false })),
  host: 0,
  started: true,
  spectators: 0,
  code: "lumori47",
  options: { chat: true, spectators: true, listed: false, grace: 60, timer: 0, hints: false, pace: "at_once" },
  paused_by: null,
  proposal: null,
  turn_left: null,
  next_table: null,
};

export function snapshotOf(change: Partial<PlayerView> = {}): Snapshot {
  return { type: "snapshot", v: 2, table: "aaaaaa", view: viewOf(change), news: NEWS, missed: [], talk: [] };
}
