/** The known name that somebody meant: the ratio of Ratcliff and Obershelp, as Python's difflib has it. */

const CUTOFF = 0.6;

type Part = readonly [a: number, aEnd: number, b: number, bEnd: number];

/** How many characters of both match: the longest common run, then the same left and right of it. */
function matches(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  const parts: Part[] = [[0, a.length, 0, b.length]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [aLow, aHigh, bLow, bHigh] = part;
    let [size, aAt, bAt] = [0, aLow, bLow];
    for (let i = aLow; i < aHigh; i++) {
      for (let j = bLow; j < bHigh; j++) {
        let run = 0;
        while (i + run < aHigh && j + run < bHigh && a[i + run] === b[j + run]) run++;
        if (run > size) [size, aAt, bAt] = [run, i, j];
      }
    }
    if (size === 0) continue;
    count += size;
    parts.push([aLow, aAt, bLow, bAt], [aAt + size, aHigh, bAt + size, bHigh]);
  }
  return count;
}

/** The known name most like this one, if one is at all like it; of two equally like, the later in the alphabet. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const word = [...name];
  let [best, ratio] = [undefined as string | undefined, CUTOFF];
  for (const one of known) {
    const letters = [...one];
    const total = letters.length + word.length;
    if ((2 * Math.min(letters.length, word.length)) / total < ratio) continue;
    const now = (2 * matches(letters, word)) / total;
    if (now > ratio || (now === ratio && (best === undefined || one > best))) [best, ratio] = [one, now];
  }
  return best;
}
