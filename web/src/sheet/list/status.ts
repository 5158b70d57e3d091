/** How a match stands, in a line. */

import { language, list, t } from "../../lib/i18n/index.svelte";
import { leadOf } from "../enter/rows";
import { nameOf } from "../model/document";
import type { ScoredSheet, Sheet } from "../model/types";
import type { SheetSummary } from "../store";

interface Worked {
  readonly sheet: Sheet;
  readonly scored: ScoredSheet;
}

/** Whether anything is scored. */
export function isBegun({ rounds }: ScoredSheet): boolean {
  return rounds.some((round) => round.state === "scored");
}

/** "Ben wins by 50", "Anna leads by 10", "Anna and Ben lead". */
export function leadText({ sheet, scored }: Worked): string {
  const { players, by } = leadOf(scored.standings);
  const names = list(players.map((player) => nameOf(sheet, player)));
  if (players.length > 1) {
    const all = players.length === scored.standings.filter((one) => one.rank !== null).length;
    if (scored.over) return t("sheet.wins.share", { names });
    return all ? t("sheet.lead.none") : t("sheet.lead.share", { names });
  }
  if (!scored.over) return by === 0 ? t("sheet.lead.share", { names }) : t("sheet.lead.by", { name: names, n: by });
  return by === 0 ? t("sheet.wins.tie", { name: names }) : t("sheet.wins.by", { name: names, n: by });
}

/** The rounds with something wrong. */
export function troubledRounds({ problems }: ScoredSheet): readonly number[] {
  return [...new Set(problems.map((problem) => problem.round))].toSorted((a, b) => a - b);
}

/** What the header says below the title. */
export function statusText(worked: Worked): string {
  const { scored } = worked;
  const rounds = troubledRounds(scored);
  if (rounds.length === 1) return t("sheet.look", { round: rounds[0] ?? 0 });
  if (rounds.length > 1) return t("sheet.look.more", { rounds: list(rounds.map(String)) });
  if (!isBegun(scored)) return t("sheet.begin");
  return scored.over ? t("sheet.over.status", { who: leadText(worked) }) : leadText(worked);
}

/** Day and time, so that several sheets of one evening can be told apart: "30 Nov 2026, 20:15". */
export function whenText(time: string): string {
  const how = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(language() === "de" ? "de" : "en-GB", how).format(new Date(time));
}

/** The title of a sheet in a list, else who plays. */
export function summaryName({ title, names }: SheetSummary): string {
  return title === "" ? list(names) : title;
}

/** "Round 4 of 15 · Ben leads", "Ben won". */
export function summaryStatus({ over, leaders, round, rounds, scored }: SheetSummary): string {
  const names = list(leaders);
  if (over) return leaders.length > 1 ? t("sheet.list.won.share", { names }) : t("sheet.list.won", { name: names });
  if (scored === 0 && round === 1) return t("sheet.list.begin", { rounds });
  const where = t("sheet.round", { round, rounds });
  if (leaders.length === 0) return where;
  const who = leaders.length > 1 ? t("sheet.list.lead.share", { names }) : t("sheet.list.leads", { name: names });
  return t("sheet.list.round", { where, who });
}
