/** Files that leave the page. */

import type { Sheet } from "../model/types";
import { sheetTitle } from "../words";

/** A name for a file about a sheet: its title and date. */
export function fileName(sheet: Sheet, ending: string): string {
  const title = sheetTitle(sheet)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50);
  return `${[title, sheet.created.slice(0, 10)].filter((part) => part !== "").join("-")}.${ending}`;
}

/** Save something as a file. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveText(name: string, text: string, type: string): void {
  save(name, new Blob([text], { type }));
}

/** Whether this device can hand a file to another application. */
export function canSend(file: File): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}

export type Sent = "sent" | "not sent" | "failed";

/** Hand something to another application; whoever changes their mind has not failed. */
export async function send(what: ShareData): Promise<Sent> {
  try {
    await navigator.share(what);
    return "sent";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "not sent" : "failed";
  }
}
