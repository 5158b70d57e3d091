/** The score sheets that somebody can go on with: from this device, with or without a server. */

import { listSheets, watchSheets, type SheetSummary } from "../../sheet/store";

export class OpenSheets {
  /** Those that are not over, the last one written first; undefined until they are known. */
  list = $state.raw<readonly SheetSummary[]>();

  /** Look, and look again when something changes. Returns how to stop. */
  follow(): () => void {
    void this.#load();
    return watchSheets(() => void this.#load());
  }

  async #load(): Promise<void> {
    this.list = (await listSheets()).filter((sheet) => !sheet.over);
  }
}
