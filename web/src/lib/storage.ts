/** Small JSON values in the browser's storage, which may be missing, full or forbidden. */

/** What is stored under `key`, or undefined when there is nothing that can be read. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Store `value`; false when the browser does not keep it. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
