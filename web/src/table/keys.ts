/** Which keys are meant for the table. */

/** Something lies over the page: a dialog that everything else waits for. */
export function covered(): boolean {
  return [...document.querySelectorAll("dialog[open]")].some((dialog) => dialog.matches(":modal"));
}

/** Whether a key belongs to something else: a dialog over the page, a panel beside it, a field. */
export function elsewhere(event: KeyboardEvent): boolean {
  if (covered()) return true;
  return event.target instanceof Element && event.target.closest("dialog, input, select, textarea") !== null;
}
