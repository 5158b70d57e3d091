/** Where the keys lie, and which of several groups of keys gets the digits. */

/** Columns for the numbers 0 … `max`: five up to ten cards, seven above (LOOK, "Bid keys"), and one row or two even
 * ones where that fits. */
export function columnsOf(max: number): number {
  const keys = max + 1;
  if (keys === 6 || keys === 11 || keys === 12) return 6;
  return keys <= 10 ? 5 : 7;
}

const order: string[] = [];

/** The group that came last has the keyboard. Returns how to give it back. */
export function takeCharge(id: string): () => void {
  order.push(id);
  return () => void order.splice(order.indexOf(id), 1);
}

export function isInCharge(id: string): boolean {
  return order.at(-1) === id;
}
