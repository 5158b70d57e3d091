/* Runs before every page of a test: stores what the person has chosen, once, and keeps records. */
(() => {
  if (location.origin === "null") return;
  if (sessionStorage.getItem("tests.stored") === null && localStorage.getItem("rufen.prefs") === null) {
    for (const [key, value] of Object.entries(globalThis.__stored)) localStorage.setItem(key, JSON.stringify(value));
  }
  sessionStorage.setItem("tests.stored", "yes");

  const records = { shifts: [], heard: [], moves: [] };
  globalThis.__records = records;

  const pathOf = (node) => {
    if (node === null) return "gone";
    const element = node instanceof Element ? node : node.parentElement;
    const names = [];
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      names.unshift(at.dataset.testid ?? (at.classList[0] ? `.${at.classList[0]}` : at.localName));
    }
    return names.join(" ");
  };

  /* A shift within half a second of a press is its consequence, says the browser. A busy machine may take
     longer than that to answer, so here the half second after the table's answer to a press counts as well. */
  let pressed = false;
  let answered = -Infinity;
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => void (pressed = true), true);
  new MutationObserver(() => {
    if (!pressed) return;
    pressed = false;
    answered = performance.now();
  }).observe(document, { subtree: true, attributeFilter: ["data-seq"] });
  const follows = (entry) => entry.startTime >= answered && entry.startTime < answered + 500;

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      records.shifts.push({
        value: entry.value,
        input: entry.hadRecentInput || follows(entry),
        phase: document.querySelector("[data-testid=table]")?.dataset.phase ?? "",
        sources: entry.sources.map(
          (source) =>
            `${pathOf(source.node)} ${JSON.stringify(source.previousRect)} ${JSON.stringify(source.currentRect)}`,
        ),
      });
    }
  }).observe({ type: "layout-shift", buffered: true });

  /* Everything a screen reader is told by the log of events. */
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.addedNodes) {
        if (node instanceof HTMLElement && node.closest("[data-testid=heard]") && node.localName === "p") {
          records.heard.push(node.textContent);
        }
      }
    }
  }).observe(document, { subtree: true, childList: true });

  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    records.moves.push({ what: pathOf(this), frames: JSON.stringify(frames), options: JSON.stringify(options) });
    return animate.call(this, frames, options);
  };
})();
