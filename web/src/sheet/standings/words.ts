/** How a match stands, in sentences. */

import { list, t } from "../../lib/i18n/index.svelte";
import { nameOf } from "../model/document";
import type { ScoredSheet, Sheet, Standing } from "../model/types";
import { isBegun, leadText } from "../list/status";
import type { Worked } from "../store/open.svelte";

function names(sheet: Sheet, standings: readonly Standing[]): string {
  return list(standings.map(({ player }) => nameOf(sheet, player)));
}

/** Who leads or has won, and by how much: "Match over · Ben wins by 50". */
export function standText(worked: Worked): string {
  if (!isBegun(worked.scored)) return t("sheet.begin");
  const who = leadText(worked);
  return worked.scored.over ? t("sheet.over.status", { who }) : who;
}

/** With whom those behind would draw level. */
export function levelText(sheet: Sheet, scored: ScoredSheet): string {
  const best = scored.standings.filter((standing) => standing.rank !== null && standing.behind === 0);
  return t("standings.catch_up.with", { names: names(sheet, best), total: best[0]?.total ?? 0 });
}

/** What somebody behind needs to draw level in the round being played; the totals are as they are now. */
export function catchUpText({ catch_up }: Standing): string {
  return catch_up === null ? t("standings.catch_up.none") : t("standings.catch_up", { n: catch_up });
}
