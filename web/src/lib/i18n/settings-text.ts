/** What is wrong with a setting, in the language of the page. */

import type { ErrorBody } from "../protocol";
import { isKey, t } from "./index.svelte";

/** The name of a setting as a person sees it; an unknown one keeps its own. */
export function settingLabel(name: string): string {
  const key = `newtable.setting.${name}`;
  return isKey(key) ? t(key) : name;
}

/** Why a setting is refused, by the server or by our own check. */
export function settingReason(body: Omit<ErrorBody, "detail"> & { readonly detail?: string }): string {
  const key = `newtable.reason.${body.error}`;
  if (!isKey(key)) return body.detail ?? body.error;
  return t(key, {
    setting: settingLabel(body.setting ?? ""),
    value: String(body.value),
    allowed: body.allowed ?? "",
    n: body.limit ?? 0,
  });
}
