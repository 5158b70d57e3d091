/** Sockets for tests. */
import type { Socket } from "./wire";

/** A socket that a test holds the other end of. */
export class FakeSocket implements Socket {
  readyState = 0;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: { readonly type: string; readonly [field: string]: unknown }[] = [];

  send(data: string): void {
    this.sent.push(JSON.parse(data) as { type: string });
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The other side closes. */
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
