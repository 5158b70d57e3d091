/** A table as the table's components draw it, showing one moment of the past: nothing is asked, nobody acts. */
import { prefs } from "$lib/prefs.svelte";
import type { Event, PlayerView, Replay, ReplayStep, SeatInfo } from "$lib/protocol";
import type { LineState } from "../table/connection";
import { Stage } from "../table/stage.svelte";
import { plain, STILL, type Drawn, type Motion } from "../table/steps";
import { Table } from "../table/table.svelte";

/** A moment as it is drawn: a trick that is complete stays on the table until the next card. */
export function drawnOf({ events, view }: Pick<ReplayStep, "events" | "view">): Drawn {
  const won = events.find((event) => event.type === "trick_won");
  const trick = view.tricks.at(-1);
  if (won === undefined || trick === undefined) return plain(view);
  const { cards, leader } = trick;
  return { ...plain(view), trick: { leader, cards, winning: cards.indexOf(won.card), ledSuit: null, won: true } };
}

/** What moves when a step comes after the one before it. */
export function motionOf(events: readonly Event[]): Motion {
  for (const event of events) {
    switch (event.type) {
      case "round_started":
        return { kind: "turn" };
      case "trump_chosen":
        return { kind: "trump" };
      case "bids_shown":
        return { kind: "reveal" };
      case "card_played":
        return { kind: "fly", seat: event.seat, card: event.card };
      case "bid_placed":
      case "bid_placed_face_down":
        if (!events.some((other) => other.type === "bids_shown")) return { kind: "bid", seat: event.seat };
    }
  }
  return STILL;
}

class Scene extends Stage {
  #shown = $state.raw<PlayerView | null>(null);
  #as = $state.raw<Drawn | null>(null);
  #moves = $state.raw<Motion>(STILL);

  constructor() {
    super(
      () => ({ move: prefs.pace, hold: 1 }),
      () => undefined,
    );
  }

  override get view(): PlayerView | null {
    return this.#shown;
  }

  override get newest(): PlayerView | null {
    return this.#shown;
  }

  override get drawn(): Drawn | null {
    return this.#as;
  }

  override get motion(): Motion {
    return this.#moves;
  }

  override get behind(): boolean {
    return false;
  }

  override get settled(): boolean {
    return true;
  }

  /** Show a step. The view has no seat of its own: everybody is called by name. */
  show(step: ReplayStep, moves: boolean): void {
    this.finish();
    this.#shown = { ...step.view, seat: null, legal: [], refusals: [] };
    this.#as = drawnOf(step);
    this.#moves = moves ? motionOf(step.events) : STILL;
  }
}

/** Who sat there, as if everybody were at the table. */
export function seatsOf(replay: Replay): readonly SeatInfo[] {
  return replay.names.map((name, seat) => ({
    seat,
    name,
    kind: replay.kinds[seat] ?? "person",
    level: null,
    connected: true,
    ready: true,
    presence: "here",
    left: null,
  }));
}

/** A table without a line to the server. */
export class PastTable extends Table {
  override readonly stage = new Scene();
  #seats = $state.raw<readonly SeatInfo[]>([]);

  override get state(): LineState {
    return "live";
  }

  override get seats(): readonly SeatInfo[] {
    return this.#seats;
  }

  show(replay: Replay, step: ReplayStep, moves: boolean): void {
    this.#seats = seatsOf(replay);
    this.stage.show(step, moves);
  }
}
