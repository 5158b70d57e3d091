/** The device's own notifications: that it is somebody's turn, and nothing about the game. */

/** Whether this browser shows notifications of this site: `missing` where it cannot at all. */
export function mayNotify(): "yes" | "no" | "ask" | "missing" {
  if (typeof Notification === "undefined" || !globalThis.isSecureContext) return "missing";
  const { permission } = Notification;
  return permission === "granted" ? "yes" : permission === "denied" ? "no" : "ask";
}

/** Shows a notification; answers how to close it. `onclick`: the person wants to come here. */
export function notify(tag: string, title: string, body: string, onclick: () => void): () => void {
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      onclick();
      notification.close();
    };
    return () => notification.close();
  } catch {
    return notifyByWorker(tag, title, body);
  }
}

/** Browsers on phones want it shown by the service worker, which also answers the press. */
function notifyByWorker(tag: string, title: string, body: string): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  let closed = false;
  const worker = navigator.serviceWorker.ready;
  const close = (): void => {
    closed = true;
    void worker
      .then((registration) => registration.getNotifications({ tag }))
      .then((shown) => shown.forEach((notification) => notification.close()));
  };
  void worker.then((registration) =>
    closed ? undefined : registration.showNotification(title, { body, tag, data: location.pathname }),
  );
  return close;
}
