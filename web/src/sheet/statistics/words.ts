/** Numbers of the statistics. */

import { language, num, t } from "../../lib/i18n/index.svelte";
import type { Rate } from "../model/statistics";
import { percentOf } from "./bars";

/** "75 %", "–" without a bid. */
export function rateText(rate: Rate): string {
  return rate.bids === 0 ? "–" : t("standings.rate", { n: percentOf(rate) });
}

/** With one digit after the point, "–" without a value. */
export function averageText(value: number | undefined): string {
  if (value === undefined) return "–";
  const rounded = Math.round(value * 10) / 10;
  const text = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(Math.abs(rounded));
  return rounded < 0 ? `${num(-1).charAt(0)}${text}` : text;
}
