/** Following live, in sentences. */

import { isKey, list, t } from "../../lib/i18n/index.svelte";
import type { Follower, Told } from "./follower.svelte";
import type { LiveOwner } from "./owner.svelte";

type Seen<T, K extends keyof T> = { readonly [P in K]: T[P] };

/** How the phone that holds the sheet stands with the server. */
export function ownerText(live: Seen<LiveOwner, "status" | "reason" | "followers">): string {
  if (live.reason !== undefined) {
    const key = `live.owner.${live.reason}`;
    return t(isKey(key) ? key : "live.owner.refused");
  }
  if (live.status === "live") return t("live.followers", { n: live.followers });
  return t(live.status === "refused" ? "live.owner.refused" : `live.owner.${live.status}`);
}

/** How a phone that follows stands; empty while everything is as it should be. */
export function followText(follower: Seen<Follower, "status" | "shown" | "isOwnerThere" | "reason">): string {
  const { status, shown } = follower;
  if (status === "live") return follower.isOwnerThere ? "" : t("live.away");
  if (status === "connecting") return shown ? "" : t("common.loading");
  if (status === "refused") return t(follower.reason === "full" ? "live.full" : "live.refused");
  const what = status === "unknown" ? "unknown" : "lost";
  return t(shown ? `live.${what}.shown` : `live.${what}`);
}

/** What a person is told about their own phone. */
export function toldText(told: Told): string {
  const key = `live.told.${told}`;
  return t(isKey(key) ? key : "live.told.refused");
}

/** Who has chosen on a phone, and who is still to. */
export function phonesText(names: { readonly chosen: readonly string[]; readonly awaited: readonly string[] }): string {
  const { chosen, awaited } = names;
  const sentences = [
    ...(chosen.length > 0 ? [t("live.phones.chosen", { names: list(chosen), n: chosen.length })] : []),
    ...(awaited.length > 0 ? [t("live.phones.awaited", { names: list(awaited), n: awaited.length })] : []),
  ];
  return sentences.join(" ");
}
