/** One table as this browser sees it: the line to the server, the stage, and what may be done now. */
import { t } from "$lib/i18n/index.svelte";
import { prefs, type Speed } from "$lib/prefs.svelte";
import type { Action, Card, Event, PlayerView, RefusalCode, Refused, SeatInfo, Suit, TableNews } from "$lib/protocol";
import { forgetTable, newToken, rememberTable, tokenFor } from "$lib/seats";
import { socketAt, type Socket } from "$lib/wire";
import { Line, type LineState, type Request } from "./connection";
import { Stage, type Pace } from "./stage.svelte";
import { hear, nameOf, refusalWords, refusedWords, type Names } from "./words";

const HOLD: Readonly<Record<Speed, number>> = { slow: 1.6, normal: 1, fast: 0.5, none: 0 };
const TOAST_MS = 5_000;
const HEARD = 6;

/** A card on its way from the hand, and where it lay. */
export interface Lifted {
  readonly card: Card;
  readonly from: DOMRect;
}

interface Said {
  readonly id: number;
  readonly text: string;
}

function same(a: Action, b: Action): boolean {
  if (a.type === "play_card") return b.type === "play_card" && a.card === b.card;
  if (a.type === "place_bid") return b.type === "place_bid" && a.bid === b.bid;
  return b.type === "choose_trump" && a.suit === b.suit;
}

export class Table {
  readonly id: string;
  readonly stage: Stage;
  readonly #line: Line;
  #state = $state<LineState>("connecting");
  #reason = $state<RefusalCode | null>(null);
  #news = $state.raw<TableNews | null>(null);
  #sent = $state.raw<Action | null>(null);
  #sentId: string | null = null;
  #sentSeq: number | null = null;
  #toasts = $state.raw<readonly Said[]>([]);
  #heard = $state.raw<readonly Said[]>([]);
  #readyFor = $state(0);
  /** The final standings are on show instead of the last round's result. */
  final = $state(false);
  lifted: Lifted | null = null;
  #sitting = new Map<string, string>();
  #skips = false;
  #count = 0;

  constructor(id: string, open: () => Socket = () => socketAt("/ws")) {
    this.id = id;
    this.stage = new Stage(
      (): Pace => ({ move: prefs.pace, hold: HOLD[prefs.speed] }),
      (events, view) => this.#hear(events, view),
    );
    this.#line = new Line({
      table: id,
      token: tokenFor(id) ?? null,
      open,
      onState: (state, reason) => {
        this.#state = state;
        this.#reason = reason;
      },
      onSnapshot: (message) => {
        this.#news = message.news;
        this.#settleSent();
        this.stage.jump(message.view);
        this.final = message.view.phase === "game_over";
        this.#hear(message.missed, message.view);
      },
      onUpdate: (message) => {
        if (this.#sentSeq !== null && message.view.seq >= this.#sentSeq) this.#settleSent();
        this.stage.push(message);
      },
      onNews: (news) => this.#tidings(news),
      onDone: (request, seq) => this.#done(request, seq),
      onRefused: (request, refused) => this.#refused(request, refused),
    });
  }

  start(): void {
    this.#line.start();
  }

  stop(): void {
    this.#line.stop();
    this.stage.stop();
  }

  get state(): LineState {
    return this.#state;
  }

  get live(): boolean {
    return this.#state === "live";
  }

  /** Why the server does not let this page in. */
  get reason(): RefusalCode | null {
    return this.#reason;
  }

  get view(): PlayerView | null {
    return this.stage.view;
  }

  get news(): TableNews | null {
    return this.#news;
  }

  get seats(): readonly SeatInfo[] {
    return this.#news?.seats ?? [];
  }

  get names(): Names {
    return this.seats.map((seat) => seat.name);
  }

  get me(): number | null {
    return this.view?.seat ?? null;
  }

  get host(): boolean {
    return this.me !== null && this.#news?.host === this.me;
  }

  /** An action of this seat that the server has not answered yet. */
  get sent(): Action | null {
    return this.#sent;
  }

  get toasts(): readonly Said[] {
    return this.#toasts;
  }

  get heard(): readonly Said[] {
    return this.#heard;
  }

  /** This seat has asked for the next deal. */
  get ready(): boolean {
    const view = this.view;
    if (view === null || view.seat === null) return false;
    return this.#readyFor === view.round_number || (this.seats[view.seat]?.ready ?? false);
  }

  /** This seat is asked now and everything it should see has been shown. */
  get asked(): boolean {
    const view = this.view;
    return view !== null && view.seat !== null && view.to_act.includes(view.seat) && !this.stage.behind;
  }

  /** Something may be done now and would not be lost. */
  get open(): boolean {
    return this.asked && this.live && this.#sent === null;
  }

  isLegal(action: Action): boolean {
    return this.view?.legal.some((legal) => same(legal, action)) ?? false;
  }

  /** Why an action is closed now, in words; empty when it is open. */
  why(action: Action): string {
    const view = this.view;
    if (view === null) return "";
    if (!this.live) return t("table.why.lost");
    const refusal = view.refusals.find((refused) => same(refused.action, action));
    if (refusal !== undefined) return refusalWords(refusal);
    if (this.isLegal(action)) return this.#sent === null ? "" : t("table.why.sent");
    const asked = view.to_act[0];
    if (asked === undefined) return "";
    if (action.type === "play_card" && view.phase !== "playing") return t("table.why.wait.bid");
    return asked === view.seat ? "" : t("table.why.wait", { name: nameOf(this.names, asked) });
  }

  /**
   * A gesture begins: it finishes what moves. If newer things waited to be shown, it does nothing else,
   * so that nobody plays a card by skipping.
   */
  gesture(): void {
    this.#skips = this.stage.behind;
    if (!this.stage.settled) this.stage.finish();
  }

  /** The gesture is over. */
  gestureDone(): void {
    this.#skips = false;
  }

  get skips(): boolean {
    return this.#skips;
  }

  /** Do something; false when it was not sent. */
  act(action: Action): boolean {
    const view = this.view;
    if (this.#skips || view === null || !this.open || !this.isLegal(action)) return false;
    const id = this.#line.send({ type: "act", seq: view.seq, action });
    if (id === null) return false;
    this.#sent = action;
    this.#sentId = id;
    return true;
  }

  bid(bid: number): boolean {
    return this.act({ type: "place_bid", bid });
  }

  chooseTrump(suit: Suit): boolean {
    return this.act({ type: "choose_trump", suit });
  }

  play(card: Card, from: DOMRect): boolean {
    const before = this.lifted;
    this.lifted = { card, from };
    if (this.act({ type: "play_card", card })) return true;
    this.lifted = before;
    return false;
  }

  nextRound(): void {
    const view = this.view;
    if (this.#skips || view === null || this.ready || view.seat === null) return;
    if (this.#line.send({ type: "next_round", round: view.round_number }) !== null) {
      this.#readyFor = view.round_number;
    }
  }

  sit(seat: number, name: string): void {
    const token = newToken();
    const id = this.#line.send({ type: "sit", seat, name, token });
    if (id !== null) this.#sitting.set(id, token);
  }

  seatBot(seat: number, level: string): void {
    this.#line.send({ type: "sit", seat, name: "", level });
  }

  free(seat: number): void {
    this.#line.send({ type: "stand_up", seat });
  }

  begin(): void {
    this.#line.send({ type: "start" });
  }

  toast(text: string): void {
    this.#count += 1;
    const line = { id: this.#count, text };
    this.#toasts = [...this.#toasts.filter((other) => other.text !== text), line].slice(-3);
    setTimeout(() => {
      this.#toasts = this.#toasts.filter((other) => other.id !== line.id);
    }, TOAST_MS);
  }

  /** Say something to those who hear the table. */
  tell(text: string): void {
    if (text === "") return;
    this.#count += 1;
    this.#heard = [...this.#heard, { id: this.#count, text }].slice(-HEARD);
  }

  #hear(events: readonly Event[], view: PlayerView): void {
    this.tell(hear(events, view, this.names));
  }

  #tidings(news: TableNews): void {
    for (const seat of news.seats) {
      const before = this.#news?.seats[seat.seat];
      if (before?.kind !== "person" || seat.kind !== "person" || before.name !== seat.name) continue;
      if (before.connected && !seat.connected) this.tell(t("table.say.away", { name: seat.name }));
      if (!before.connected && seat.connected) this.tell(t("table.say.back", { name: seat.name }));
    }
    this.#news = news;
  }

  #settleSent(): void {
    this.#sent = null;
    this.#sentId = null;
    this.#sentSeq = null;
  }

  #done(request: Request, seq: number): void {
    if (request.id === this.#sentId) {
      if ((this.stage.newest?.seq ?? 0) >= seq) this.#settleSent();
      else this.#sentSeq = seq;
    }
    if (request.type === "sit") {
      const token = this.#sitting.get(request.id);
      this.#sitting.delete(request.id);
      if (token !== undefined) {
        rememberTable({ table: this.id, token });
        this.#line.adopt(token);
      }
    } else if (request.type === "stand_up" && request.seat === this.me) {
      forgetTable(this.id);
      this.#line.adopt(null);
    }
  }

  #refused(request: Request | null, refused: Refused): void {
    if (request?.id === this.#sentId) this.#settleSent();
    if (request?.type === "next_round") this.#readyFor = 0;
    if (request !== null) this.#sitting.delete(request.id);
    this.toast(refusedWords(refused));
  }
}
