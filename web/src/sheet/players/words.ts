/** What a decision about who plays means, in sentences. */

import { list, t } from "../../lib/i18n/index.svelte";
import { settingReason } from "../../lib/i18n/settings-text";
import { roundsText } from "../rules/words";
import { errorText } from "../words";
import type { SeatNote, SeatProblem } from "./seats.svelte";

export function noteText(note: SeatNote): string {
  switch (note.kind) {
    case "joins":
      return note.round === 1
        ? t("standings.seat.joins.first", { name: note.player.name })
        : t("standings.seat.joins", { name: note.player.name, round: note.round });
    case "back":
    case "leaves":
      return t(`standings.seat.${note.kind}`, { name: note.player.name, round: note.round });
    case "order":
      return t("standings.seat.order", { round: note.round });
    case "begun":
    case "kept":
      return t(`standings.seat.${note.kind}`, { names: list(note.names), round: note.round });
    case "replaced":
      return t("standings.seat.replaced", { rounds: roundsText(note.rounds) });
    case "length":
      return t("standings.seat.length", { n: note.now, before: note.before });
    case "outside":
      return t("standings.why.outside", { n: note.rounds.length, rounds: roundsText(note.rounds) });
  }
}

export function seatProblemText(problem: SeatProblem): string {
  switch (problem.kind) {
    case "few":
    case "many":
      return t(`standings.seat.${problem.kind}`);
    case "beyond":
      return t("standings.seat.beyond", { n: problem.limit, players: problem.seats });
    case "setting":
      return settingReason(problem.problem);
    case "refused":
      return errorText(problem.error);
  }
}
