/** Where we are: the paths of the site, read from the address bar and written to it. */

import { tick } from "svelte";

export type Route =
  | { readonly page: "home" }
  | { readonly page: "new" }
  | { readonly page: "how-to" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "join"; readonly code: string }
  | { readonly page: "games" }
  | { readonly page: "replay"; readonly table: string; readonly round: number }
  | { readonly page: "sheets" }
  | { readonly page: "new-sheet" }
  | { readonly page: "sheet-statistics" }
  | { readonly page: "sheet-link" }
  | { readonly page: "sheet"; readonly sheet: string; readonly tab: SheetTab }
  | { readonly page: "live"; readonly sheet: string }
  | { readonly page: "missing" };

export const SHEET_TABS = ["enter", "pad", "standings", "rules"] as const;
export type SheetTab = (typeof SHEET_TABS)[number];

const ID = /^[a-z0-9]{1,32}$/;

/** The page that a path names. */
export function parsePath(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second] = parts;
  if (parts.length === 0) return { page: "home" };
  if (parts.length === 1 && first === "new") return { page: "new" };
  if (parts.length === 1 && first === "how-to") return { page: "how-to" };
  if (parts.length === 2 && first === "t" && second !== undefined && /^[a-z0-9]+$/.test(second)) {
    return { page: "table", table: second };
  }
  if (parts.length === 1 && first === "games") return { page: "games" };
  if (first === "j" && parts.length <= 2) return { page: "join", code: second ?? "" };
  if (first === "replay" && parts.length <= 3 && second !== undefined && ID.test(second)) {
    const round = parts[2] ?? "1";
    if (/^[1-9][0-9]?$/.test(round)) return { page: "replay", table: second, round: Number(round) };
  }
  if (first === "sheet") return parseSheetPath(parts.slice(1));
  if (parts.length === 2 && first === "live" && second !== undefined && ID.test(second)) {
    return { page: "live", sheet: second };
  }
  return { page: "missing" };
}

function parseSheetPath(parts: readonly string[]): Route {
  const [sheet, tab] = parts;
  if (sheet === undefined) return { page: "sheets" };
  if (parts.length === 1 && sheet === "new") return { page: "new-sheet" };
  if (parts.length === 1 && sheet === "statistics") return { page: "sheet-statistics" };
  if (parts.length === 1 && sheet === "link") return { page: "sheet-link" };
  if (!ID.test(sheet) || parts.length > 2) return { page: "missing" };
  const found = SHEET_TABS.find((known) => known === (tab ?? "enter"));
  if (found === undefined || tab === "enter") return { page: "missing" };
  return { page: "sheet", sheet, tab: found };
}

/** The path of a sheet's tab. */
export function sheetPath(sheet: string, tab: SheetTab = "enter"): string {
  return tab === "enter" ? `/sheet/${sheet}` : `/sheet/${sheet}/${tab}`;
}

let route = $state.raw(parsePath(location.pathname));

/** The page shown now; reactive. */
export function currentRoute(): Route {
  return route;
}

/** Go to a page of this site. The focus moves to its title. */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", path);
  else if (path !== location.pathname) history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

/** At the first load the focus stays where the browser puts it. */
let navigated = false;

function arrive(): void {
  navigated = true;
  route = parsePath(location.pathname);
  void focusTitle();
}

/** Pages may come a moment later (they are loaded on demand): they call this when they are there. */
export async function focusTitle(): Promise<void> {
  await tick();
  if (!navigated) return;
  const title = document.querySelector("h1");
  if (!title || document.activeElement === title) return;
  if (!title.hasAttribute("tabindex")) title.setAttribute("tabindex", "-1");
  title.focus({ preventScroll: true });
}

/** Follow the back button, and links to our own pages without a new load. Returns how to stop. */
export function startRouter(): () => void {
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash !== "" || parsePath(link.pathname).page === "missing") return;
    event.preventDefault();
    navigate(link.pathname);
  };
  addEventListener("popstate", arrive);
  addEventListener("click", onClick);
  return () => {
    removeEventListener("popstate", arrive);
    removeEventListener("click", onClick);
  };
}
