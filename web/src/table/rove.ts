/** Arrow keys within a group of buttons: one tab stop, left and right by order, up and down by place. */

function nearest(from: HTMLElement, to: readonly HTMLElement[], down: boolean): HTMLElement | undefined {
  const box = from.getBoundingClientRect();
  const x = box.left;
  const beyond = to.filter((other) => {
    const place = other.getBoundingClientRect().top;
    return down ? place > box.top + 4 : place < box.top - 4;
  });
  const distance = (other: HTMLElement): number => {
    const place = other.getBoundingClientRect();
    return Math.abs(place.top - box.top) * 1000 + Math.abs(place.left - x);
  };
  return beyond.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The element that an arrow key leads to, null for any other key. */
export function target(key: string, current: HTMLElement, all: readonly HTMLElement[]): HTMLElement | null {
  const at = all.indexOf(current);
  switch (key) {
    case "ArrowRight":
      return all[(at + 1) % all.length] ?? null;
    case "ArrowLeft":
      return all[(at - 1 + all.length) % all.length] ?? null;
    case "ArrowDown":
      return nearest(current, all, true) ?? null;
    case "ArrowUp":
      return nearest(current, all, false) ?? null;
    case "Home":
      return all[0] ?? null;
    case "End":
      return all.at(-1) ?? null;
    default:
      return null;
  }
}

/** Attach to a panel: an arrow key outside its buttons goes to the one with the tab stop. */
export function enterByArrow(panel: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !event.key.startsWith("Arrow")) return;
    if (event.target instanceof Element && event.target.closest("[data-rove]") !== null) return;
    event.preventDefault();
    panel.querySelector<HTMLElement>('[data-rove][tabindex="0"]')?.focus();
  };
  panel.addEventListener("keydown", onKey);
  return () => panel.removeEventListener("keydown", onKey);
}

/** Attach to a group: arrow keys move the focus among the `[data-rove]` in it. */
export function rove(group: HTMLElement): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const current = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-rove]") : null;
    if (current === null) return;
    const next = target(event.key, current, [...group.querySelectorAll<HTMLElement>("[data-rove]")]);
    if (next === null) return;
    event.preventDefault();
    next.focus();
  };
  group.addEventListener("keydown", onKey);
  return () => group.removeEventListener("keydown", onKey);
}
