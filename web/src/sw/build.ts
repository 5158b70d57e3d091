/** What one build of the site consists of; the list is written into the worker when the site is built. */

/** A file: its address, and the SHA-256 of its content as fetch checks it. */
export type BuildFile = readonly [path: string, integrity: string];

export interface Build {
  /** Changes when any file changes. */
  readonly version: string;
  readonly files: readonly BuildFile[];
}
