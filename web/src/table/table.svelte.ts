/** One table as this browser sees it: the line to the server, the stage, and what may be done now. */
import { t } from "$lib/i18n/index.svelte";
import { prefs, type Speed } from "$lib/prefs.svelte";
import { MAX_TALK } from "$lib/protocol";
import type {
  Action,
  Card,
  Event,
  PlayerView,
  ProposalKind,
  RefusalCode,
  Refused,
  Said,
  SayKind,
  SeatInfo,
  SetOptions,
  Suit,
  TableNews,
} from "$lib/protocol";
import { forgetTable, rememberTable, secretToSitWith, tokenFor, watchSeats } from "$lib/seats";
import { socketAt, type Socket } from "$lib/wire";
import { Hints } from "../hints/hints.svelte";
import { Votes } from "../together/votes";
import { agreed, meanwhile, takenBackWords, tidings } from "../together/words";
import { Line, type LineState, type Request } from "./connection";
import { Stage, type Pace } from "./stage.svelte";
import { Told } from "./told.svelte";
import { hear, nameOf, refusalWords, refusedWords, type Names } from "./words";

const HOLD: Readonly<Record<Speed, number>> = { slow: 1.6, normal: 1, fast: 0.5, none: 0 };

/** A card on its way from the hand, and where it lay. */
export interface Lifted {
  readonly card: Card;
  readonly from: DOMRect;
}

function same(a: Action, b: Action): boolean {
  if (a.type === "play_card") return b.type === "play_card" && a.card === b.card;
  if (a.type === "place_bid") return b.type === "place_bid" && a.bid === b.bid;
  return b.type === "choose_trump" && a.suit === b.suit;
}

export class Table {
  readonly id: string;
  readonly stage: Stage;
  readonly told = new Told();
  readonly #line: Line;
  readonly #votes = new Votes(this.told);
  /** What this person has asked to be told about the actions that are open to them. */
  readonly hints: Hints = new Hints(this, () => this.#line.send({ type: "hint" }));
  #state = $state<LineState>("connecting");
  #reason = $state<RefusalCode | null>(null);
  #news = $state.raw<TableNews | null>(null);
  #sent = $state.raw<Action | null>(null);
  #sentId: string | null = null;
  #sentSeq: number | null = null;
  #talk = $state.raw<readonly Said[]>([]);
  #meanwhile = $state("");
  #newsAt = $state(0);
  #readyFor = $state(0);
  /** The final standings are on show instead of the last round's result. */
  final = $state(false);
  lifted: Lifted | null = null;
  #sitting = new Map<string, string>();
  readonly #saying = new Map<string, (refused: Refused | null) => void>();
  /** The secret of the seat that this page has, as far as it knows. */
  #secret: string | null;
  #leaving = false;
  #unseated = $state(false);
  #unwatch: (() => void) | null = null;
  #skips = false;
  constructor(id: string, open: () => Socket = () => socketAt("/ws")) {
    this.id = id;
    this.#secret = tokenFor(id) ?? null;
    this.stage = new Stage(
      (): Pace => ({ move: prefs.pace, hold: HOLD[prefs.speed] }),
      (events, view, before) => this.#hear(events, view, before),
    );
    this.#line = new Line({
      table: id,
      token: this.#secret,
      open,
      onState: (state, reason) => {
        this.#state = state;
        this.#reason = reason;
        if (state === "live") this.#readyAgain();
      },
      onSnapshot: (message) => {
        const before = this.stage.newest;
        const own = meanwhile(message.missed, before, message.view, this.#sent);
        if (own !== "") this.#meanwhile = own;
        this.#votes.happened(message.missed);
        this.#settleSent();
        if (this.#secret !== null && this.#line.token === null) this.#standUp();
        this.stage.jump(message.view);
        this.#tidings(message.news);
        this.#talk = message.talk;
        // A line that came back shows what it has shown: the last round's result may still be looked at.
        if (before?.seq !== message.view.seq) this.final = message.view.phase === "game_over";
        this.#hear(message.missed, message.view, before);
      },
      onUpdate: (message) => {
        this.#votes.happened(message.events);
        if (this.#sentSeq !== null && message.view.seq >= this.#sentSeq) this.#settleSent();
        if (message.view.seat === null && (this.stage.newest?.seat ?? null) !== null) this.#standUp();
        this.stage.push(message);
      },
      onNews: (news) => this.#tidings(news),
      onSaid: (said) => {
        this.#talk = [...this.#talk, said].slice(-MAX_TALK);
      },
      onHinted: (hinted) => this.hints.came(hinted),
      onDone: (request, seq) => this.#done(request, seq),
      onRefused: (request, refused) => this.#refused(request, refused),
    });
  }

  start(): void {
    this.#unwatch = watchSeats(() => this.#follow());
    this.#line.start();
  }

  stop(): void {
    this.#unwatch?.();
    this.#line.stop();
    this.stage.stop();
  }

  get state(): LineState {
    return this.#state;
  }

  /** The seat this page had is no longer its own, without its doing. */
  get unseated(): boolean {
    return this.#unseated;
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

  /** When the news came, on `performance.now()`: the times in it count from there. */
  get newsAt(): number {
    return this.#newsAt;
  }

  /** What was said here, oldest first. */
  get talk(): readonly Said[] {
    return this.#talk;
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

  /** What happened at one's own seat while one was away; empty when nothing did, or it is read. */
  get meanwhile(): string {
    return this.#meanwhile;
  }

  /** It is read. */
  readMeanwhile(): void {
    this.#meanwhile = "";
  }

  /** Who has paused the game; null while it goes on. */
  get pausedBy(): string | null {
    return this.#news?.paused_by ?? null;
  }

  /** Nobody may act now: a pause, or a vote on what is taken back. */
  get held(): boolean {
    return this.pausedBy !== null || this.#news?.proposal?.kind === "undo";
  }

  /** Whatever this seat would do now would be refused, or be lost. */
  get stopped(): boolean {
    return !this.live || this.held;
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
    return this.asked && !this.stopped && this.#sent === null;
  }

  isLegal(action: Action): boolean {
    return this.view?.legal.some((legal) => same(legal, action)) ?? false;
  }

  /** Why an action is closed now, in words; empty when it is open. */
  why(action: Action): string {
    const view = this.view;
    if (view === null) return "";
    if (!this.live) return t("table.why.lost");
    if (this.held) return t(this.pausedBy === null ? "together.vote.why" : "together.pause.why");
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
    this.#meanwhile = "";
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

  /** A server that was started again does not know who was ready: say it once more. */
  #readyAgain(): void {
    const view = this.stage.newest;
    if (view === null || view.seat === null || this.seats[view.seat]?.ready) return;
    const wanted = this.#readyFor > 0 && this.#readyFor === view.round_number && view.phase === "dealing";
    this.#readyFor = 0;
    if (wanted) this.#sendReady(view);
  }

  nextRound(): void {
    const view = this.view;
    if (this.#skips || view === null || this.ready || view.seat === null) return;
    this.#sendReady(view);
  }

  #sendReady(view: PlayerView): void {
    if (this.#line.send({ type: "next_round", round: view.round_number }) !== null) {
      this.#readyFor = view.round_number;
    }
  }

  /** Every tab of this browser tries with the same secret, so that two of them cannot have two seats. */
  sit(seat: number, name: string): void {
    const token = secretToSitWith(this.id);
    const id = this.#line.send({ type: "sit", seat, name, token });
    if (id !== null) this.#sitting.set(id, token);
  }

  seatBot(seat: number, level: string): void {
    this.#line.send({ type: "sit", seat, name: "", level });
  }

  free(seat: number): void {
    this.#leaving = seat === this.me;
    this.#line.send({ type: "stand_up", seat });
  }

  begin(): void {
    this.#line.send({ type: "start" });
  }

  reorder(order: readonly number[]): void {
    const view = this.view;
    if (view !== null) this.#line.send({ type: "reorder", order, seen: view.seq });
  }

  changeRules(rules: Record<string, unknown>): void {
    this.#line.send({ type: "change_rules", rules });
  }

  setOptions(options: Omit<SetOptions, "type" | "id">): void {
    this.#line.send({ type: "set_options", ...options });
  }

  setReady(ready: boolean): void {
    this.#line.send({ type: "ready", ready });
  }

  /** Make somebody host; oneself while the host is away. */
  handOver(seat: number): void {
    this.#line.send({ type: "hand_over", seat });
  }

  pause(paused: boolean): void {
    this.#line.send({ type: "pause", paused });
  }

  propose(kind: ProposalKind, value: number | null = null): void {
    this.#line.send({ type: "propose", kind, value });
  }

  vote(agree: boolean): void {
    const proposal = this.#news?.proposal;
    if (proposal == null) return;
    if (this.#line.send({ type: "vote", proposal: proposal.number, agree }) === null) return;
    if (!agree && proposal.by === this.me) this.#votes.withdrew(proposal);
  }

  claim(): void {
    const view = this.view;
    if (view !== null) this.#line.send({ type: "claim", seq: view.seq });
  }

  rematch(): void {
    this.#line.send({ type: "rematch" });
  }

  /** Say something; false when it was not sent. `answer` hears whether it was said (null) or why not. */
  say(kind: SayKind, what: string, answer: (refused: Refused | null) => void): boolean {
    const id = this.#line.send({ type: "say", kind, what });
    if (id !== null) this.#saying.set(id, answer);
    return id !== null;
  }

  #hear(events: readonly Event[], view: PlayerView, before: PlayerView | null): void {
    if (events.some((event) => event.type === "actions_taken_back")) {
      this.told.note(takenBackWords(before, view, this.names));
    }
    this.told.tell(hear(events, view, this.names));
  }

  #tidings(news: TableNews): void {
    const before = this.#news;
    this.#news = news;
    this.#newsAt = performance.now();
    for (const line of tidings(before, news, this.me)) this.told.tell(line);
    if (before !== null) for (const line of agreed(before, news)) this.told.note(line);
    this.#votes.news(before, news, this.stage.newest, this.names);
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
    if (request.type === "say") this.#said(request.id, null);
    if (request.type === "sit") {
      const token = this.#sitting.get(request.id);
      this.#sitting.delete(request.id);
      if (token !== undefined) {
        rememberTable({ table: this.id, token });
        this.#secret = token;
        this.#unseated = false;
        this.#line.adopt(token);
      }
    } else if (request.type === "stand_up" && request.seat === this.me) {
      this.#standUp();
    }
  }

  /** This seat is not this page's any more: its host has emptied it, or its person has stood up. */
  #standUp(): void {
    if (this.#secret === null) return;
    if (tokenFor(this.id) === this.#secret) forgetTable(this.id);
    this.#secret = null;
    this.#line.adopt(null);
    this.#unseated = !this.#leaving;
    this.#leaving = false;
  }

  /** Another tab of this browser has sat down or stood up: this one is the same person. */
  #follow(): void {
    const secret = tokenFor(this.id) ?? null;
    if (secret === this.#secret) return;
    this.#secret = secret;
    this.#unseated = false;
    this.#line.restart(secret);
  }

  #refused(request: Request | null, refused: Refused): void {
    if (request?.id === this.#sentId) this.#settleSent();
    if (request?.type === "next_round") this.#readyFor = 0;
    if (request !== null) {
      const token = this.#sitting.get(request.id);
      this.#sitting.delete(request.id);
      if (refused.reason === "already_seated" && token !== undefined) {
        // Another tab has sat down with this secret: this one belongs to the same seat.
        rememberTable({ table: this.id, token });
        this.#secret = token;
        this.#line.restart(token);
        return;
      }
    }
    if (request?.type === "say" && this.#said(request.id, refused)) return;
    if (request?.type === "hint" && !this.hints.refused(request.id)) return;
    // how the vote has ended is said already: a second press, or another tab, came too late
    if (request?.type === "vote" && refused.reason === "no_vote") return;
    // another tab of the same seat was faster: nothing went wrong
    if (request?.type === "act" && refused.reason === "stale") this.told.note(refusedWords(refused));
    else this.told.toast(refusedWords(refused));
  }

  #said(id: string, refused: Refused | null): boolean {
    const answer = this.#saying.get(id);
    this.#saying.delete(id);
    answer?.(refused);
    return answer !== undefined;
  }
}
