/** A text as the modules of a QR code. */

import { encode } from "uqr";

export interface Code {
  /** Modules along an edge, the quiet zone included. */
  readonly size: number;
  /** The dark modules as a path, one unit each. */
  readonly path: string;
}

/** Light modules around the code, as the standard asks. */
const QUIET = 4;
/** What a code of the largest size holds as bytes with the least correction. */
const MOST_BYTES = 2953;

/** The code; undefined when the text is too long for any. */
export function codeOf(text: string): Code | undefined {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_BYTES) return undefined;
  const { size, data } = encode(text, { border: QUIET, ecc: "L", boostEcc: true });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: runs.join("") };
}
