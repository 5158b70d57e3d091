/** What the tabs of one browser tell each other: that a sheet changed, or is gone. */

const NAME = "rufen-sheets";

/** Undefined: all of them. */
export type Changed = string | undefined;

export interface News {
  /** Say elsewhere that a sheet changed here. */
  tell(id: Changed): void;
  stop(): void;
}

/** Hear of changes made elsewhere. */
export function listen(heard: (id: Changed) => void): News {
  if (typeof BroadcastChannel === "undefined") return { tell: () => undefined, stop: () => undefined };
  let channel: BroadcastChannel | undefined = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }: MessageEvent<{ readonly id: Changed }>) => heard(data.id));
  return {
    tell: (id) => channel?.postMessage({ id }),
    stop: () => {
      channel?.close();
      channel = undefined;
    },
  };
}

/** Say everywhere, also in this tab, that a sheet changed. */
export function tell(id: Changed): void {
  const news = listen(() => undefined);
  news.tell(id);
  news.stop();
}

/** When the page is looked at again, also after it slept. Returns how to stop. */
export function onSeen(seen: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === "visible") seen();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pageshow", look);
  };
}
