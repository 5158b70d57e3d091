/** What people at a table do together, in words: absences, votes, what was taken back, what a seat missed. */
import { cardName, list, suitName, t } from "$lib/i18n/index.svelte";
import { spokenName } from "$lib/names";
import { GENEROUS_S } from "$lib/protocol";
import type { Action, Card, Event, PlayerView, Proposal, ProposalKind, SeatInfo, TableNews } from "$lib/protocol";
import { nameOf, spoken, type Names } from "../table/words";
import { duration } from "./countdown.svelte";

/** A card of the round and who played it. */
interface Played {
  readonly seat: number;
  readonly card: Card;
}

/** The cards of the round on show, in the order they were played. */
export function playedIn(view: PlayerView): readonly Played[] {
  const tricks = view.trick === null ? view.tricks : [...view.tricks, view.trick];
  return tricks.flatMap(({ leader, cards }) =>
    cards.map((card, step) => ({ seat: (leader + step) % view.seats, card })),
  );
}

/** How a person at another seat is here, on a tab of the plate; `time` until a bot stands in. */
export function presenceTab(info: SeatInfo, time: string | null): string {
  switch (info.presence) {
    case "here":
      return "";
    case "reconnecting":
      return t("together.reconnecting");
    case "away":
      return time === null ? t("together.away") : t("together.away.left", { time });
    case "stand_in":
      return t("together.standin");
  }
}

/** The same for those who hear the plate: without a time that runs. */
export function presenceLabel(info: SeatInfo): string {
  switch (info.presence) {
    case "here":
      return "";
    case "reconnecting":
      return t("together.label.reconnecting");
    case "away":
      return t(info.left === null ? "together.label.away" : "together.label.away.left");
    case "stand_in":
      return t("together.label.standin", { name: spokenName(info.name) });
  }
}

/** Beside the question: why it takes longer with whoever is asked. */
export function waitingNote(info: SeatInfo | undefined): string {
  if (info?.kind !== "person") return "";
  const name = spokenName(info.name);
  if (info.presence === "stand_in") return t("together.ask.standin", { name });
  if (info.presence !== "away") return "";
  return t(info.left === null ? "together.ask.away" : "together.ask.away.left", { name });
}

/** What changed between two news of a seat, to be told once; a short loss is not worth a word. */
function presenceNews(before: SeatInfo, now: SeatInfo): string {
  if (before.kind !== "person" || now.kind !== "person" || before.name !== now.name) return "";
  const name = spokenName(now.name);
  if (before.presence === now.presence) return "";
  if (now.presence === "stand_in") return t("together.say.standin", { name });
  if (now.presence === "away") {
    if (now.left === null) return t("together.say.away", { name });
    return t("together.say.away.left", { name, time: duration(Math.round(now.left)) });
  }
  if (now.presence === "here" && before.presence !== "reconnecting") return t("together.say.back", { name });
  return "";
}

/** What others did that news tell of, to be told once. */
export function tidings(before: TableNews | null, now: TableNews, me: number | null): string[] {
  if (before === null) return [];
  const lines = now.seats.map((seat) => {
    const was = before.seats[seat.seat];
    return was === undefined || seat.seat === me ? "" : presenceNews(was, seat);
  });
  return lines.filter((line) => line !== "");
}

/** A turn timer or a grace period as it is proposed. */
export function settingValue(kind: "timer" | "grace", seconds: number): string {
  const time = duration(seconds);
  if (kind === "grace") return t(seconds === 0 ? "together.vote.value.grace.off" : "together.vote.value.grace", { time });
  if (seconds === 0) return t("together.vote.value.timer.off");
  return t(seconds >= GENEROUS_S ? "together.vote.value.timer.generous" : "together.vote.value.timer", { time });
}

/** The last thing a seat did in this round; null: nothing that is known. */
function lastOf(view: PlayerView, seat: number): { what: string; more: boolean } | null {
  const played = playedIn(view);
  const at = played.findLastIndex((one) => one.seat === seat);
  const card = played[at];
  if (card !== undefined) {
    return { what: t("together.vote.what.card", { card: cardName(card.card) }), more: at < played.length - 1 };
  }
  if (view.has_bid[seat]) {
    const bid = view.bids[seat] ?? null;
    const open = (view.rules.bid_disclosure ?? "open") === "open";
    const after = view.has_bid.some((placed, other) => {
      const step = (other - (view.dealer ?? 0) + view.seats - 1) % view.seats;
      return open && placed && step > (seat - (view.dealer ?? 0) + view.seats - 1) % view.seats;
    });
    const what = bid === null || !open ? t("together.vote.what.bid.secret") : t("together.vote.what.bid", { n: bid });
    return { what, more: after || played.length > 0 };
  }
  if (view.phase === "bidding" && view.dealer === seat && view.turn_up?.startsWith("W")) {
    return { what: t("together.vote.what.trump"), more: view.has_bid.some(Boolean) };
  }
  return null;
}

/** What is proposed: "Anna would like to take back red 7 and what came after." */
export function proposalWords(proposal: Proposal, view: PlayerView, names: Names): string {
  const { kind, by, value } = proposal;
  const say = (key: "undo" | "end" | "setting", params: Record<string, string> = {}): string =>
    spoken(`together.vote.${key}`, names, by, view.seat, params);
  if (kind === "undo") {
    const last = lastOf(view, by);
    const what = last?.what ?? t("together.vote.what.last");
    return say("undo", { what: last?.more ? t("together.vote.what.more", { what }) : what });
  }
  if (kind === "end") return say("end");
  return say("setting", { value: settingValue(kind, value ?? 0) });
}

/** Who must agree. */
export function proposalNote(kind: ProposalKind): string {
  if (kind === "undo") return t("together.vote.undo.note");
  return t(kind === "end" ? "together.vote.end.note" : "together.vote.setting.note");
}

/** Why a seat cannot take anything back; empty when it may ask. The server knows for certain. */
export function undoRefused(view: PlayerView): string {
  const me = view.seat;
  if (me === null || view.round_number === 0 || lastOf(view, me) === null) return t("together.menu.undo.none");
  const secret = (view.rules.bid_disclosure ?? "open") === "hidden";
  const shown = secret && view.phase === "playing" && playedIn(view).every((one) => one.seat !== me);
  return shown ? t("together.menu.undo.shown") : "";
}

/** What has been agreed on about how the game is run, also where nobody had to be asked. */
export function agreed(before: TableNews, now: TableNews): string[] {
  if (!before.started) return [];
  return (["timer", "grace"] as const)
    .filter((kind) => before.options[kind] !== now.options[kind])
    .map((kind) => t("together.vote.yes", { value: settingValue(kind, now.options[kind]) }));
}

/** How a vote that is no longer open has ended; empty where the table itself shows it. */
export function outcome(proposal: Proposal, now: TableNews, view: PlayerView, done: boolean): string {
  const { kind, value } = proposal;
  if (kind === "undo") return done ? "" : t("together.vote.no");
  if (kind === "end") return view.phase === "aborted" ? "" : t("together.vote.no");
  return now.options[kind] === value ? "" : t("together.vote.no");
}

/** What was taken back, seen from the view before and after. */
export function takenBackWords(before: PlayerView | null, after: PlayerView, names: Names): string {
  const me = after.seat;
  if (before === null || before.round_number !== after.round_number) return t("together.back.any");
  const played = playedIn(before);
  const kept = playedIn(after).length;
  const who = (seat: number): string => (seat === me ? t("table.you") : nameOf(names, seat));
  const bids = before.has_bid.flatMap((placed, seat) => (placed && !after.has_bid[seat] ? [seat] : []));
  const more = (also: boolean): string => (also ? ` ${t("together.back.more")}` : "");
  if (after.phase === "choosing_trump" && before.phase !== "choosing_trump") {
    const dealer = after.dealer ?? 0;
    return spoken("together.back.trump", names, dealer, me) + more(bids.length > 0);
  }
  const first = bids[0];
  if (first !== undefined) {
    // open bids are made one after another: the first that is gone is whoever is asked now
    const open = (after.rules.bid_disclosure ?? "open") === "open";
    const seat = open ? (after.to_act[0] ?? first) : first;
    if (!open && bids.length > 1) return t("together.back.bids", { names: list(bids.map(who)) });
    return spoken("together.back.bid", names, seat, me) + more(bids.length > 1 || played.length > kept);
  }
  const gone = played[kept];
  if (gone === undefined) return t("together.back.any");
  return (
    spoken("together.back.card", names, gone.seat, me, { card: cardName(gone.card) }) + more(played.length > kept + 1)
  );
}

function sameAct(event: Event, action: Action | null): boolean {
  if (action === null) return false;
  if (event.type === "card_played") return action.type === "play_card" && action.card === event.card;
  if (event.type === "bid_placed") return action.type === "place_bid" && action.bid === event.bid;
  return event.type === "trump_chosen" && action.type === "choose_trump" && action.suit === event.suit;
}

/**
 * What happened at one's own seat while one was away; empty when nothing did. `sent` is what one had done
 * oneself just before.
 */
export function meanwhile(
  missed: readonly Event[],
  before: PlayerView | null,
  now: PlayerView,
  sent: Action | null,
): string {
  const me = now.seat;
  if (me === null || before === null || before.seat !== me) return "";
  const own = missed.filter((event) => !sameAct(event, sent));
  const words = awayWords(own, me, before.round_number, now.round_number);
  return missed.length === 0 || actsOf(own, me).length > 0 ? words : "";
}

function actsOf(events: readonly Event[], me: number): string[] {
  return events.flatMap((event) => {
    if (!("seat" in event) || event.seat !== me) return [];
    if (event.type === "card_played") return [cardName(event.card)];
    if (event.type === "bid_placed") return [t("together.meanwhile.bid", { n: event.bid })];
    if (event.type === "trump_chosen") return [t("together.meanwhile.trump", { suit: suitName(event.suit) })];
    return [];
  });
}

/** What was done at a seat while its person was away, from one round to another. */
export function awayWords(events: readonly Event[], me: number, before: number, now: number): string {
  const own = actsOf(events, me);
  const parts: string[] = [];
  if (own.length > 0) parts.push(t("together.meanwhile.acts", { what: list(own) }));
  if (before > 0 && now > before) parts.push(t("together.meanwhile.rounds", { before, round: now }));
  return parts.join(" ");
}
