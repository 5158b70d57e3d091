import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { FakeSocket } from "$lib/testing";
import { Speaking } from "./speaking.svelte";
import { tableOf } from "./testing";

let { table, socket } = tableOf();
let speaking: Speaking;

beforeEach(() => {
  prefs.language = "en";
  ({ table, socket } = tableOf());
  speaking = new Speaking(table);
});
afterEach(() => table.stop());

function says(): FakeSocket["sent"] {
  return socket().sent.filter((message) => message.type === "say");
}

function answer(message: object): void {
  socket().say({ id: String(says().at(-1)?.id), ...message });
}

describe("a line of text", () => {
  it("leaves the field once it is said", () => {
    speaking.text = "  Well, well.  ";
    speaking.send();
    speaking.send();
    expect(says()).toEqual([expect.objectContaining({ kind: "text", what: "Well, well." })]);
    expect(speaking.text).toBe("  Well, well.  ");
    answer({ type: "ack", seq: 20 });
    expect(speaking.text).toBe("");
  });

  it("leaves what was written since", () => {
    speaking.text = "One";
    speaking.send();
    speaking.text = "One two";
    answer({ type: "ack", seq: 20 });
    expect(speaking.text).toBe(" two");
  });

  it.each([
    ["too_fast", "That was a lot at once. Wait a moment, then send it again."],
    ["chat_off", "Not sent: chat has been switched off."],
    ["bad_text", "A message has 1 to 200 characters."],
    ["store_failed", "The server refused that. It was not said."],
  ])("stays in the field when it is refused (%s), and says why", (reason, words) => {
    speaking.text = "Nothing is lost";
    speaking.send();
    answer({ type: "refused", reason });
    expect(speaking.text).toBe("Nothing is lost");
    expect(speaking.why).toBe(words);
    expect(table.told.toasts).toEqual([]);
    speaking.send();
    expect(says()).toHaveLength(2);
    expect(speaking.why).toBe("");
  });

  it("is not sent while the line is down", () => {
    socket().drop();
    speaking.text = "Hello?";
    speaking.send();
    expect(speaking.text).toBe("Hello?");
    expect(speaking.why).toBe("No connection. Send it again when the table is back.");
  });

  it("is counted in characters near the end, and not sent when it is too long", () => {
    speaking.text = "a".repeat(159);
    expect(speaking.left).toBeNull();
    speaking.text = "a".repeat(160);
    expect(speaking.left).toBe(40);
    speaking.text = "𝄞".repeat(200);
    expect(speaking.left).toBe(0);
    speaking.text += "a";
    speaking.send();
    expect(speaking.left).toBe(-1);
    expect(speaking.why).toBe("A message has 1 to 200 characters.");
    expect(says()).toEqual([]);
  });

  it("is nothing where the field is empty", () => {
    speaking.text = "   ";
    speaking.send();
    expect(says()).toEqual([]);
    expect(speaking.why).toBe("");
  });
});

describe("a phrase", () => {
  it("is said with one press, whatever is being written", () => {
    speaking.text = "half a sen";
    speaking.say("phrase", "nice");
    answer({ type: "ack", seq: 20 });
    speaking.say("reaction", "clap");
    expect(says().map((message) => message.what)).toEqual(["nice", "clap"]);
    expect(speaking.text).toBe("half a sen");
  });
});
