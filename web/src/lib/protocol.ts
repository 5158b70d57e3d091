// Written by `python -m rufen.protocol.typescript`; a test fails when it is stale. Do not edit.

/** The first message: which table, the secret of a seat if this browser has one, the last `seq` seen. */
export interface Hello {
  readonly type: "hello";
  readonly v: number;
  readonly table: string;
  readonly token?: string | null;
  readonly seq?: number | null;
}

/** An action of this seat, made while looking at the view of `seq`. Resent until acknowledged. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly seq: number;
  readonly action: Action;
}

/** The dealer names the trump suit after a Wizard was turned up (R2.5). */
export interface ChooseTrump {
  readonly type: "choose_trump";
  readonly suit: Suit;
}

/** One of the four suits; its value is the letter used in records (R1.2). */
export type Suit = "B" | "G" | "R" | "Y";

/** A seat says how many tricks it will take (R3.1). */
export interface PlaceBid {
  readonly type: "place_bid";
  readonly bid: number;
}

/** A seat plays a card to the trick (R4). */
export interface PlayCard {
  readonly type: "play_card";
  readonly card: Card;
}

/** One of the sixty cards; its value is its text, `B1` … `Y13`, `W1` … `W4`, `J1` … `J4` (R1.3). */
export type Card = "B1" | "B2" | "B3" | "B4" | "B5" | "B6" | "B7" | "B8" | "B9" | "B10" | "B11" | "B12" | "B13" | "G1" | "G2" | "G3" | "G4" | "G5" | "G6" | "G7" | "G8" | "G9" | "G10" | "G11" | "G12" | "G13" | "R1" | "R2" | "R3" | "R4" | "R5" | "R6" | "R7" | "R8" | "R9" | "R10" | "R11" | "R12" | "R13" | "Y1" | "Y2" | "Y3" | "Y4" | "Y5" | "Y6" | "Y7" | "Y8" | "Y9" | "Y10" | "Y11" | "Y12" | "Y13" | "W1" | "W2" | "W3" | "W4" | "J1" | "J2" | "J3" | "J4";

/** This seat has seen the result of round `round` and is ready for the next deal. */
export interface NextRound {
  readonly type: "next_round";
  readonly id: string;
  readonly round: number;
}

/** Take a seat before the game starts. `token` is a secret the browser made; it will own the seat. */
export interface Sit {
  readonly type: "sit";
  readonly id: string;
  readonly seat: number;
  readonly name: string;
  readonly token?: string | null;
  readonly level?: string | null;
}

/** Leave a seat before the game starts: one's own, or for the host any. */
export interface StandUp {
  readonly type: "stand_up";
  readonly id: string;
  readonly seat: number;
}

/** Start the game (host only); every seat must be taken. */
export interface Start {
  readonly type: "start";
  readonly id: string;
}

/** The host moves the seats before the game starts: at place i sits who sat at `order[i]`. */
export interface Reorder {
  readonly type: "reorder";
  readonly id: string;
  readonly order: readonly number[];
  readonly seen: number;
}

/** The host changes the house rules before the game starts: settings of R7 by name, or a preset. */
export interface ChangeRules {
  readonly type: "change_rules";
  readonly id: string;
  readonly rules?: Record<string, unknown>;
  readonly preset?: string | null;
}

/** The host sets what is given of the table's options. */
export interface SetOptions {
  readonly type: "set_options";
  readonly id: string;
  readonly chat?: boolean | null;
  readonly spectators?: boolean | null;
  readonly listed?: boolean | null;
  readonly grace?: number | null;
  readonly timer?: number | null;
  readonly hints?: boolean | null;
  readonly pace?: Pace | null;
}

/** How soon bots act, and stand-ins. */
export type Pace = "at_once" | "natural";

/** Before the game: this seat is ready, or no longer. A change of seats or rules asks anew. */
export interface Ready {
  readonly type: "ready";
  readonly id: string;
  readonly ready: boolean;
}

/** The host makes the person in `seat` host. Anybody seated may take it while the host is away. */
export interface HandOver {
  readonly type: "hand_over";
  readonly id: string;
  readonly seat: number;
}

/** Any seated person stops the game for everybody, or lets it go on. */
export interface Pause {
  readonly type: "pause";
  readonly id: string;
  readonly paused: boolean;
}

/** A seated person proposes something; they agree to it themselves. */
export interface Propose {
  readonly type: "propose";
  readonly id: string;
  readonly kind: ProposalKind;
  readonly value?: number | null;
}

/** What those at the table decide together. */
export type ProposalKind = "undo" | "end" | "timer" | "grace";

/** For or against the proposal of this number; against one's own: it is withdrawn. */
export interface Vote {
  readonly type: "vote";
  readonly id: string;
  readonly proposal: number;
  readonly agree: boolean;
}

/** The seat that is to play says that all remaining tricks are its own, at the view of `seq`. */
export interface Claim {
  readonly type: "claim";
  readonly id: string;
  readonly seq: number;
}

/** After the game: the same people and rules at a new table, the first dealer moved on. */
export interface Rematch {
  readonly type: "rematch";
  readonly id: string;
}

/** A seated person says something; `what` is a phrase, a reaction or a text. */
export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly kind: SayKind;
  readonly what: string;
}

/** Ways to say something. */
export type SayKind = "phrase" | "reaction" | "text";

/** This seat is asked and would like to know what each of its actions is worth; answered by `hinted`. */
export interface Hint {
  readonly type: "hint";
  readonly id: string;
}

/** Something is missing here: send a snapshot. */
export interface Resync {
  readonly type: "resync";
}

/** Still there; answered by `beat`. */
export interface Ping {
  readonly type: "ping";
}

export type ClientMessage = Hello | Act | NextRound | Sit | StandUp | Start | Reorder | ChangeRules | SetOptions | Ready | HandOver | Pause | Propose | Vote | Claim | Rematch | Say | Hint | Resync | Ping;

/** The whole table as this seat may see it: the answer to `hello` and `resync`. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly v: number;
  readonly table: string;
  readonly view: PlayerView;
  readonly news: TableNews;
  readonly missed: readonly Event[];
  readonly talk: readonly Said[];
}

/** A game as one seat sees it after `seq` events (`seat` None: a spectator). */
export interface PlayerView {
  readonly rules: HouseRules;
  readonly seats: number;
  readonly seat: number | null;
  readonly seq: number;
  readonly phase: Phase;
  readonly schedule: readonly number[];
  readonly round_number: number;
  readonly hand_size: number;
  readonly dealer: number | null;
  readonly commitment: string | null;
  readonly to_act: readonly number[];
  readonly hand: readonly Card[];
  readonly hand_counts: readonly number[];
  readonly turn_up: Card | null;
  readonly trump: Suit | null;
  readonly bids: readonly (number | null)[];
  readonly has_bid: readonly boolean[];
  readonly tricks_won: readonly number[];
  readonly trick: TrickInProgress | null;
  readonly tricks: readonly Trick[];
  readonly results: readonly RoundResult[];
  readonly totals: readonly number[];
  readonly ranks: readonly number[] | null;
  readonly legal: readonly Action[];
  readonly refusals: readonly Refusal[];
}

/** The settings of R7. Build it with `parse_house_rules` to have every value checked. */
export interface HouseRules {
  readonly round_mode?: RoundMode;
  readonly custom_round_count?: number;
  readonly hand_sizes?: readonly number[] | null;
  readonly exact_bonus?: number;
  readonly points_per_trick?: number;
  readonly miss_penalty?: number;
  readonly zero_bid_scoring?: ZeroBidScoring;
  readonly bid_restriction?: BidRestriction;
  readonly round_one_exempt?: boolean;
  readonly bid_disclosure?: BidDisclosure;
  readonly perfect_game_bonus?: number;
  readonly last_round_bonus?: number;
  readonly even_bids_dealer_penalty?: number;
  readonly tie_break?: TieBreak;
  readonly last_round_trump?: LastRoundTrump;
  readonly wizard_lead?: WizardLead;
  readonly jester_lead?: JesterLead;
}

/** How many rounds (R2.1–R2.3). */
export type RoundMode = "full" | "custom" | "schedule";

/** What a made bid of zero scores (R5.3). */
export type ZeroBidScoring = "flat_bonus" | "double_bonus" | "per_card";

/** When the dealer may not make the bids even (R3.2). */
export type BidRestriction = "none" | "leader" | "leader_zero_allowed" | "dealer";

/** When the bids are seen (R3.3). */
export type BidDisclosure = "open" | "hidden" | "delayed";

/** What parts equal totals (R6.2). */
export type TieBreak = "share" | "most_exact" | "highest_round";

/** Whether a card is turned in the last round (R2.6). */
export type LastRoundTrump = "natural" | "never";

/** What follows a Wizard that fixed "no led suit" (R4.4, R4.6). */
export type WizardLead = "free" | "next_sets_suit";

/** What a Jester as the first card means for following (R4.2, R4.7). */
export type JesterLead = "next_sets_suit" | "free";

/** Where a game stands. */
export type Phase = "seating" | "dealing" | "choosing_trump" | "bidding" | "playing" | "game_over" | "aborted";

/** The trick on the table. `follow` is the suit that must be followed now; `winning` the place of the card that would win, None while the trick is empty (R4.2–R4.8). */
export interface TrickInProgress {
  readonly leader: number;
  readonly cards: readonly Card[];
  readonly led_suit: Suit | null;
  readonly follow: Suit | null;
  readonly winning: number | null;
}

/** A complete trick: who led, the cards in the order they were played, and who won it. */
export interface Trick {
  readonly leader: number;
  readonly cards: readonly Card[];
  readonly winner: number;
}

/** A scored round: one place a seat in `bids`, `tricks` and `scores`. */
export interface RoundResult {
  readonly number: number;
  readonly hand_size: number;
  readonly dealer: number;
  readonly bids: readonly number[];
  readonly tricks: readonly number[];
  readonly scores: readonly number[];
}

/** An action that is not open now, and why; `suit` is the suit to follow, where one is. */
export interface Refusal {
  readonly action: Action;
  readonly reason: IllegalReason;
  readonly suit?: Suit | null;
}

/** Why an action is refused. The same words reach bots, records and browsers. */
export type IllegalReason = "not_started" | "no_round" | "game_over" | "not_seated" | "not_your_turn" | "not_bidding" | "not_playing" | "not_choosing_trump" | "already_bid" | "bid_out_of_range" | "bids_even_dealer" | "bids_even_leader" | "card_not_in_hand" | "must_follow_suit" | "nothing_to_take_back" | "beyond_deal" | "beyond_reveal" | "seat_taken" | "seat_empty" | "no_such_seat" | "already_started";

/** Everything at a table that is no part of the game; sent when it changes. Does not advance `seq`. */
export interface TableNews {
  readonly type: "table";
  readonly seats: readonly SeatInfo[];
  readonly host: number | null;
  readonly started: boolean;
  readonly spectators: number;
  readonly code: string;
  readonly options: TableOptions;
  readonly paused_by: string | null;
  readonly proposal: Proposal | null;
  readonly turn_left: number | null;
  readonly next_table: string | null;
}

/** Who sits in a seat, as everybody may see; name empty for an open seat. */
export interface SeatInfo {
  readonly seat: number;
  readonly name: string;
  readonly kind: PlayerKind | null;
  readonly level: string | null;
  readonly connected: boolean;
  readonly presence: Presence;
  readonly left: number | null;
  readonly ready: boolean;
}

/** Who sits in a seat. */
export type PlayerKind = "person" | "bot";

/** Whether the person of a seat is here. Bots always are. */
export type Presence = "here" | "reconnecting" | "away" | "stand_in";

/** How a table is run, apart from its house rules. Times in seconds. */
export interface TableOptions {
  readonly chat: boolean;
  readonly spectators: boolean;
  readonly listed: boolean;
  readonly grace: number;
  readonly timer: number;
  readonly hints: boolean;
  readonly pace: Pace;
}

/** What is voted on. It falls when one who must agree is against it, or when `left` seconds are over. */
export interface Proposal {
  readonly number: number;
  readonly kind: ProposalKind;
  readonly value: number | null;
  readonly by: number;
  readonly agreed: readonly number[];
  readonly waiting: readonly number[];
  readonly left: number;
}

/** A game with `seats` places under `rules`. `first_dealer` None: drawn by cards (R1.5). */
export interface GameCreated {
  readonly type: "game_created";
  readonly seats: number;
  readonly rules: HouseRules;
  readonly first_dealer: number | null;
}

/** A player sits down. `level` is a bot's level, None for a person. */
export interface SeatTaken {
  readonly type: "seat_taken";
  readonly seat: number;
  readonly name: string;
  readonly kind: PlayerKind;
  readonly level: string | null;
}

/** The hash of the secret that owns a seat; never leaves the server. */
export interface SeatKeySet {
  readonly type: "seat_key_set";
  readonly seat: number;
  readonly key: string;
}

/** A player leaves before the game starts; the seat's key goes with them. */
export interface SeatLeft {
  readonly type: "seat_left";
  readonly seat: number;
}

/** The table plays by other house rules from the start of the game on (R7); only before it starts. */
export interface RulesChanged {
  readonly type: "rules_changed";
  readonly rules: HouseRules;
}

/** The players change places before the game starts: at place i sits who sat at `order[i]`. */
export interface SeatsReordered {
  readonly type: "seats_reordered";
  readonly order: readonly number[];
}

/** Seats are closed. `draws` are the cards dealt for the first dealer, tie after tie (R1.5). */
export interface GameStarted {
  readonly type: "game_started";
  readonly first_dealer: number;
  readonly draws: readonly (readonly (Card | null)[])[];
}

/** The shuffled deck, first card first, and the salt of its commitment. */
export interface DeckSealed {
  readonly type: "deck_sealed";
  readonly deck: readonly Card[];
  readonly salt: string;
}

/** A round begins (R2). `commitment` binds the deck before anyone acts (`rufen.core.deal`). */
export interface RoundStarted {
  readonly type: "round_started";
  readonly number: number;
  readonly hand_size: number;
  readonly dealer: number;
  readonly commitment: string;
}

/** A seat's hand. */
export interface HandDealt {
  readonly type: "hand_dealt";
  readonly seat: number;
  readonly cards: readonly Card[];
}

/** The card turned up, or None when no card is turned (R2.5, R2.6). `trump` as far as it decides. */
export interface TurnUpShown {
  readonly type: "turn_up_shown";
  readonly card: Card | null;
  readonly trump: Suit | null;
}

/** The dealer named the trump suit (R2.5). */
export interface TrumpChosen {
  readonly type: "trump_chosen";
  readonly seat: number;
  readonly suit: Suit;
}

/** A seat's bid. */
export interface BidPlaced {
  readonly type: "bid_placed";
  readonly seat: number;
  readonly bid: number;
}

/** Secret bids turn over together, one place a seat (R3.3). */
export interface BidsShown {
  readonly type: "bids_shown";
  readonly bids: readonly number[];
}

/** A card on the trick. */
export interface CardPlayed {
  readonly type: "card_played";
  readonly seat: number;
  readonly card: Card;
}

/** A complete trick goes to a seat, with the card that won it (R4.8). */
export interface TrickWon {
  readonly type: "trick_won";
  readonly seat: number;
  readonly card: Card;
}

/** A seat shows its hand: all remaining tricks are certainly its own. The cards are played after this. */
export interface TricksClaimed {
  readonly type: "tricks_claimed";
  readonly seat: number;
  readonly cards: readonly Card[];
}

/** A round's scores and the totals after it; opens the deck's commitment. */
export interface RoundScored {
  readonly type: "round_scored";
  readonly bids: readonly number[];
  readonly tricks: readonly number[];
  readonly scores: readonly number[];
  readonly totals: readonly number[];
  readonly deck: readonly Card[];
  readonly salt: string;
}

/** The last round of the schedule is scored (R6.1): final totals and ranks by seat. */
export interface GameEnded {
  readonly type: "game_ended";
  readonly totals: readonly number[];
  readonly ranks: readonly number[];
}

/** Everything after event `to_seq` is undone; the state is the one after that event. */
export interface ActionsTakenBack {
  readonly type: "actions_taken_back";
  readonly to_seq: number;
}

/** The game ends before its last round: totals and ranks by seat over the rounds that are scored. */
export interface GameAborted {
  readonly type: "game_aborted";
  readonly reason: string;
  readonly totals: readonly number[];
  readonly ranks: readonly number[];
}

/** Stands for an event its receiver may know nothing of; it only advances `seq`. */
export interface Hidden {
  readonly type: "hidden";
}

/** Another seat's hand: how many cards, not which. */
export interface HandDealtFaceDown {
  readonly type: "hand_dealt_face_down";
  readonly seat: number;
  readonly count: number;
}

/** Another seat chose a secret bid. */
export interface BidPlacedFaceDown {
  readonly type: "bid_placed_face_down";
  readonly seat: number;
}

/** Somebody said something. Kept in memory only, never in the game's log or record. */
export interface Said {
  readonly type: "said";
  readonly number: number;
  readonly seat: number;
  readonly name: string;
  readonly kind: SayKind;
  readonly what: string;
  readonly at: number;
}

/** Events `after` + 1 … `view.seq` as this seat may see them, and the view after them. */
export interface Update {
  readonly type: "update";
  readonly after: number;
  readonly events: readonly Event[];
  readonly view: PlayerView;
}

/** The answer to the `hint` of this id: one entry for each of `view.legal` at `seq`, in that order. */
export interface Hinted {
  readonly type: "hinted";
  readonly id: string;
  readonly seq: number;
  readonly actions: readonly HintedAction[];
}

/** What a legal action is worth, as far as the seat's view tells. */
export interface HintedAction {
  readonly action: Action;
  readonly score: number;
  readonly made: number;
  readonly tricks: readonly number[];
  readonly bid?: number | null;
}

/** The message `id` has done its work (now or when it came the first time); `seq` is the table's. */
export interface Ack {
  readonly type: "ack";
  readonly id: string;
  readonly seq: number;
}

/** The message `id` (None: one that could not be read) changed nothing, and why. */
export interface Refused {
  readonly type: "refused";
  readonly id: string | null;
  readonly reason: RefusalCode;
  readonly illegal?: IllegalReason | null;
  readonly suit?: Suit | null;
  readonly detail?: string | null;
}

/** Why the server refused a message, beyond the reasons of the rules (`IllegalReason`). */
export type RefusalCode = "malformed" | "too_large" | "unsupported_version" | "hello_expected" | "unknown_table" | "unknown_token" | "seat_taken" | "already_seated" | "bad_name" | "not_host" | "host_here" | "not_a_person" | "bad_setting" | "needs_vote" | "vote_open" | "no_vote" | "paused" | "not_proven" | "spectators_off" | "chat_off" | "bad_text" | "hints_off" | "no_hint" | "not_over" | "server_full" | "stale" | "too_fast" | "shutting_down" | "store_failed" | "illegal";

/** The server is there; sent at least every 15 s. */
export interface Beat {
  readonly type: "beat";
  readonly seq: number;
}

export type ServerMessage = Snapshot | Update | TableNews | Said | Hinted | Ack | Refused | Beat;

export type Event = GameCreated | SeatTaken | SeatKeySet | SeatLeft | RulesChanged | SeatsReordered | GameStarted | DeckSealed | RoundStarted | HandDealt | TurnUpShown | TrumpChosen | BidPlaced | BidsShown | CardPlayed | TrickWon | TricksClaimed | RoundScored | GameEnded | ActionsTakenBack | GameAborted | Hidden | HandDealtFaceDown | BidPlacedFaceDown;

export type Action = ChooseTrump | PlaceBid | PlayCard;

/** POST /api/tables. With no open seat the game starts at once. */
export interface CreateTable {
  readonly token: string;
  readonly name: string;
  readonly seats: readonly SeatPlan[];
  readonly rules?: Record<string, unknown>;
  readonly preset?: string | null;
  readonly first_dealer?: number | null;
  readonly options?: Partial<TableOptions>;
}

/** A seat of a new table: `kind` `you`, `bot` (with `level`), or `open` for somebody who comes later. */
export interface SeatPlan {
  readonly kind: string;
  readonly level?: string | null;
}

/** The answer: the new table and the seat of the one who opened it. */
export interface TableCreated {
  readonly table: string;
  readonly seat: number;
  readonly code: string;
}

/** GET /api/rules: all settings, presets, bot levels and limits. */
export interface RulesInfo {
  readonly settings: readonly SettingInfo[];
  readonly presets: readonly PresetInfo[];
  readonly levels: readonly string[];
  readonly full_game_rounds: Record<string, number>;
}

/** One setting of R7 as a settings page needs it. */
export interface SettingInfo {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly default: unknown;
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
}

/** A named preset: the settings in which it differs from the standard game, for each number of seats. */
export interface PresetInfo {
  readonly name: string;
  readonly rules: Record<string, Record<string, unknown>>;
}

/** GET /api/address: where others in the network find this server; null when they cannot. */
export interface AddressInfo {
  readonly address: string | null;
  readonly public_list: boolean;
}

/** Every HTTP error: a code for the catalogue of messages, and for settings what is wrong and allowed. */
export interface ErrorBody {
  readonly error: string;
  readonly detail: string;
  readonly setting?: string | null;
  readonly value?: unknown;
  readonly allowed?: string | null;
  readonly limit?: number | null;
}

/** A table this browser asks for, to show under Continue. */
export interface TableInfo {
  readonly table: string;
  readonly token: string;
}

/** POST /api/tables/mine answers one of these for each table that is known and whose token is right. */
export interface TableSummary {
  readonly table: string;
  readonly seat: number;
  readonly names: readonly string[];
  readonly phase: string;
  readonly round_number: number;
  readonly round_count: number;
  readonly your_turn: boolean;
  readonly totals: readonly number[];
  readonly ranks: readonly number[] | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly next_table: string | null;
}

/** GET /api/code/{code}: the table of a code. */
export interface FoundTable {
  readonly table: string;
}

/** GET /api/tables/open lists these: tables whose host has listed them, with somebody waiting there. */
export interface OpenTable {
  readonly table: string;
  readonly names: readonly string[];
  readonly seats: number;
  readonly open: number;
  readonly standard: boolean;
}

/** POST /api/tables/statistics (body: a list of `TableInfo`): over those that are finished. */
export interface Statistics {
  readonly games: number;
  readonly players: readonly PlayerStatistics[];
}

/** What one person has done in finished games; `you` is whoever asked, under any name. */
export interface PlayerStatistics {
  readonly name: string;
  readonly you: boolean;
  readonly bot: boolean;
  readonly level: string | null;
  readonly games: number;
  readonly wins: number;
  readonly average_total: number;
  readonly average_rank: number;
  readonly best_total: number;
  readonly rounds: number;
  readonly made: number;
  readonly by_hand_size: readonly BidRate[];
}

/** How often somebody made the bid with so many cards. */
export interface BidRate {
  readonly hand_size: number;
  readonly rounds: number;
  readonly made: number;
}

/** POST /api/forget: seats that are forgotten, and those of the same secrets in the rematches that follow. */
export interface Forget {
  readonly tables: readonly TableInfo[];
  readonly keep?: readonly string[];
}

/** What became of the tables of `Forget`, rematches included. */
export interface Forgotten {
  readonly deleted: readonly string[];
  readonly renamed: readonly string[];
}

/** GET /api/tables/{table}/replay/{round}?seat=0…5: a round of a finished game step by step. */
export interface Replay {
  readonly table: string;
  readonly names: readonly string[];
  readonly kinds: readonly PlayerKind[];
  readonly rounds: number;
  readonly round: number;
  readonly seat: number | null;
  readonly ended_at: number;
  readonly steps: readonly ReplayStep[];
}

/** One step of a replay: what happened, as the one who looks may see it, and the view after it. */
export interface ReplayStep {
  readonly events: readonly Event[];
  readonly view: PlayerView;
  readonly hands: readonly (readonly Card[])[] | null;
}

export const PROTOCOL_VERSION = 2;
export const MAX_MESSAGE_BYTES = 4096;
export const MAX_SAY = 200;
export const MAX_TALK = 50;
export const GENEROUS_S = 300;
export const MIN_TIMER_S = 15;
export const MAX_TIMER_S = 120;
export const GRACES = [15, 30, 60, 120, 300, 0] as const;
export const PHRASES = ["hello", "good_luck", "your_turn", "moment", "nice", "thanks", "sorry", "unlucky", "again", "good_game"] as const;
export const REACTIONS = ["laugh", "wow", "clap", "sigh", "heart", "think"] as const;
export const CLOSE_CODE = {"GOING_AWAY":1001,"RESYNC":4000,"SILENT":4001,"REFUSED":4002,"TOO_LARGE":1009} as const;
export const ILLEGAL_REASONS: readonly IllegalReason[] = ["not_started", "no_round", "game_over", "not_seated", "not_your_turn", "not_bidding", "not_playing", "not_choosing_trump", "already_bid", "bid_out_of_range", "bids_even_dealer", "bids_even_leader", "card_not_in_hand", "must_follow_suit", "nothing_to_take_back", "beyond_deal", "beyond_reveal", "seat_taken", "seat_empty", "no_such_seat", "already_started"];
