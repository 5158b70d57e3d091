/** Where we are: the four paths of the site, read from the address bar and written to it. */

import { tick } from "svelte";

export type Route =
  | { readonly page: "home" }
  | { readonly page: "new" }
  | { readonly page: "how-to" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "missing" };

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
  return { page: "missing" };
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
