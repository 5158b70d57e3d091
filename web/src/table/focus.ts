/** The keyboard keeps its place: when what has the focus goes away, the focus goes to what is next. */

/**
 * Where to, the first that is there: what is asked, the hand, the title. The panels that choose take it on
 * their titles, so that one Enter too many never bids or names a trump.
 */
const NEXT = [
  '[data-testid="next-round"]',
  '[data-testid="final"]',
  "#trump-title",
  "#bid-title",
  '[data-testid="hand"] [tabindex="0"]',
  "h1",
] as const;

function focusFirst(root: HTMLElement, selectors: readonly string[]): void {
  for (const selector of selectors) {
    const next = root.querySelector<HTMLElement>(selector);
    if (next === null) continue;
    if (next.tabIndex < 0) next.setAttribute("tabindex", "-1");
    next.focus({ preventScroll: true });
    return;
  }
}

/** Attach to what must never lose the focus to the page behind it; it takes it from there, too. */
export function keepFocus(root: HTMLElement): () => void {
  let last: Element | null = null;
  const onFocus = (event: FocusEvent): void => {
    last = event.target instanceof Element ? event.target : null;
  };
  const observer = new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body) return;
    if (last.isConnected && last.checkVisibility({ visibilityProperty: true })) return;
    focusFirst(root, NEXT);
  });
  root.addEventListener("focusin", onFocus);
  observer.observe(root, { childList: true, subtree: true });
  if (document.activeElement === document.body) focusFirst(root, ["h1"]);
  return () => {
    root.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}
