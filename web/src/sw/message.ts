/** The one thing a page tells a worker that waits: become the worker of all pages now. */
export const TAKE_OVER = "take-over";
