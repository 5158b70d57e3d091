/** What is said of votes: that one was opened, and how it has ended. */
import { t } from "$lib/i18n/index.svelte";
import type { Event, PlayerView, Proposal, TableNews } from "$lib/protocol";
import type { Told } from "../table/told.svelte";
import type { Names } from "../table/words";
import { outcome, proposalWords } from "./words";

export class Votes {
  readonly #told: Told;
  /** Something was taken back since the vote on it was opened. */
  #takenBack = false;
  #withdrawn: number | null = null;

  constructor(told: Told) {
    this.#told = told;
  }

  happened(events: readonly Event[]): void {
    this.#takenBack ||= events.some((event) => event.type === "actions_taken_back");
  }

  /** This person no longer wants what they have proposed. */
  withdrew(proposal: Proposal): void {
    this.#withdrawn = proposal.number;
  }

  /** A vote was opened, or is over. */
  news(before: TableNews | null, news: TableNews, view: PlayerView | null, names: Names): void {
    const was = before?.proposal ?? null;
    const now = news.proposal;
    if (view === null || was?.number === now?.number) return;
    if (was !== null) {
      const withdrawn = this.#withdrawn === was.number;
      this.#told.note(withdrawn ? t("together.vote.withdrawn.you") : outcome(was, news, view, this.#takenBack));
    }
    this.#takenBack = false;
    if (now === null) return;
    const words = proposalWords(now, view, names);
    const asked = view.seat !== null && now.waiting.includes(view.seat);
    this.#told.tell(asked ? t("together.vote.say", { words }) : words);
  }
}
