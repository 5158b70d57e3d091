/** The tables that this tab knows it watches, so that nobody is told twice; a reload forgets none of them. */

const KEY = "rufen.watching";
const here = new Set<string>();

function stored(): readonly string[] {
  try {
    return sessionStorage.getItem(KEY)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

/** Whoever uses this tab knows that they watch at this table once the game has started. */
export function watch(table: string): void {
  here.add(table);
  try {
    sessionStorage.setItem(KEY, [...new Set([...stored(), ...here])].join(" "));
  } catch {
    /* Then a reload tells it once more. */
  }
}

export function watches(table: string): boolean {
  return here.has(table) || stored().includes(table);
}
