import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentRoute, navigate, parsePath, startRouter } from "./router.svelte";

describe("a path", () => {
  it.each([
    ["/", { page: "home" }],
    ["/new", { page: "new" }],
    ["/new/", { page: "new" }],
    ["/how-to", { page: "how-to" }],
    ["/t/abc123", { page: "table", table: "abc123" }],
    ["/t", { page: "missing" }],
    ["/t/ABC", { page: "missing" }],
    ["/t/abc/more", { page: "missing" }],
    ["/nowhere", { page: "missing" }],
  ])("%s names its page", (path, route) => {
    expect(parsePath(path)).toEqual(route);
  });
});

describe("navigation", () => {
  let stop: () => void;
  beforeEach(() => {
    vi.stubGlobal("scrollTo", vi.fn());
    history.replaceState(null, "", "/");
    stop = startRouter();
  });
  afterEach(() => {
    stop();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it("changes the address and moves the focus to the title", async () => {
    document.body.innerHTML = "<h1>Title</h1><button>x</button>";
    document.querySelector("button")?.focus();
    navigate("/how-to");
    expect(location.pathname).toBe("/how-to");
    expect(currentRoute()).toEqual({ page: "how-to" });
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  });

  it("follows links of this site without a new load, and only those", () => {
    document.body.innerHTML =
      '<a id="own" href="/new">x</a><a id="file" href="/api/rules">x</a><a id="far" href="https://example.org/new">x</a>';
    /** Whether the router took the press for itself; jsdom is kept from following the others. */
    const press = (id: string) => {
      let taken = false;
      const last = (event: Event) => {
        taken = event.defaultPrevented;
        event.preventDefault();
      };
      addEventListener("click", last, { once: true });
      document.getElementById(id)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      return taken;
    };
    expect(press("own")).toBe(true);
    expect(location.pathname).toBe("/new");
    expect(press("file")).toBe(false);
    expect(press("far")).toBe(false);
  });
});
