"""A table in a tab, as a person meets it: what it shows, and hands that act on it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

__all__ = ["SPEAK", "Asked", "TablePage", "number"]

# Another language, as another tab of the same browser would choose it.
SPEAK = """(language) => {
  const prefs = { ...JSON.parse(localStorage.getItem("rufen.prefs")), language };
  const newValue = JSON.stringify(prefs);
  localStorage.setItem("rufen.prefs", newValue);
  dispatchEvent(new StorageEvent("storage", { key: "rufen.prefs", newValue }));
}"""

# What the person is asked for once everything is shown and the line is up, else null.
_ASKED = """(after) => {
  const root = document.querySelector("[data-testid=table]");
  if (root === null || root.dataset.settled !== "true" || root.dataset.state !== "live") return null;
  const seq = Number(root.dataset.seq);
  const asked = (kind, options = []) => ({ kind, seq, options });
  if (document.querySelector("[data-testid=game-end]")) return asked("over");
  if (document.querySelector("[data-testid=final]")) return asked("final");
  if (document.querySelector("[data-testid=next-round]:not([aria-disabled])")) return asked("next");
  if (seq <= after) return null;
  const open = (selector, name) =>
    [...document.querySelectorAll(selector)].map((element) => element.dataset[name]);
  const suits = open("[data-trump]:not([aria-disabled])", "trump");
  if (suits.length > 0) return asked("trump", suits);
  const bids = open("[data-bid]:not([aria-disabled])", "bid");
  if (bids.length > 0) return asked("bid", bids);
  const cards = open("[data-card][data-legal=true]", "card");
  return cards.length > 0 ? asked("play", cards) : null;
}"""

_SHOWN = """() => {
  const text = (selector) => document.querySelector(selector)?.innerText.replace(/\\s+/g, " ").trim() ?? "";
  const all = (selector, of) => [...document.querySelectorAll(selector)].map(of);
  return {
    phase: document.querySelector("[data-testid=table]").dataset.phase,
    seq: document.querySelector("[data-testid=table]").dataset.seq,
    question: text("[data-testid=question]"),
    balance: text("[data-testid=balance]"),
    trump: text("[data-testid=trump]"),
    plates: all("[data-seat]", (plate) => plate.getAttribute("aria-label")),
    hand: all("[data-card]", (card) => card.dataset.card),
    closed: all("[data-card][aria-disabled]", (card) => card.getAttribute("aria-label")),
    bids: all("[data-bid]", (key) => [key.dataset.bid, key.getAttribute("aria-disabled")]),
    trick: all("[data-played]", (card) => card.getAttribute("aria-label")),
    end: text("[data-testid=round-end]"),
    standings: text("[data-testid=standings]"),
  };
}"""


def number(text: str) -> int:
    """A number as the page writes it: a real minus sign, perhaps a plus."""
    return int(text.strip().replace("−", "-").replace("+", ""))


class Asked(dict[str, Any]):
    """What the person is asked: `kind` (trump, bid, play, next, final, over), `options` and `seq`."""

    @property
    def kind(self) -> str:
        return str(self["kind"])

    @property
    def options(self) -> list[str]:
        return list(self["options"])

    @property
    def seq(self) -> int:
        return int(self["seq"])


Choose = Callable[[Asked], str]
Do = Callable[[Asked, str], Awaitable[None]]


def first(asked: Asked) -> str:
    """The first option."""
    return asked.options[0]


class TablePage:
    """The page of a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._acted_at = -1

    # what it shows

    def part(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    @property
    def question(self) -> Locator:
        return self.part("question")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'[data-card="{card}"]')

    def bid(self, bid: int | str) -> Locator:
        return self.page.locator(f'[data-bid="{bid}"]')

    def suit(self, suit: str) -> Locator:
        return self.page.locator(f'[data-trump="{suit}"]')

    def plate(self, seat: int) -> Locator:
        return self.page.locator(f'[data-seat="{seat}"]')

    async def settled(self) -> None:
        """Nothing moves, nothing waits to be shown, the line is up."""
        await expect(self.part("table")).to_have_attribute("data-state", "live")
        await expect(self.part("table")).to_have_attribute("data-settled", "true")

    async def shown(self) -> dict[str, Any]:
        """Everything the table shows, to be compared."""
        shown: dict[str, Any] = await self.page.evaluate(_SHOWN)
        return shown

    async def hand(self) -> list[str]:
        cards: list[str] = (await self.shown())["hand"]
        return cards

    async def table_id(self) -> str:
        found = re.search(r"/t/([a-z0-9]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    async def records(self, name: str) -> list[Any]:
        """What `records.js` has kept: `shifts`, `heard`, `moves`."""
        kept: list[Any] = await self.page.evaluate(f"__records.{name}")
        return kept

    # what is asked

    async def asked(self) -> Asked:
        """Wait until the person is asked for something new."""
        try:
            handle = await self.page.wait_for_function(_ASKED, arg=self._acted_at)
        except PlaywrightTimeout:
            shown = await self.page.locator("body").inner_text()
            raise AssertionError(f"nothing is asked after event {self._acted_at}; shown:\n{shown}") from None
        return Asked(await handle.json_value())

    async def do(self, asked: Asked, option: str) -> None:
        """Answer with the mouse (or a finger, on a touch screen)."""
        await self.press(self.target(asked, option))

    def target(self, asked: Asked, option: str) -> Locator:
        match asked.kind:
            case "trump":
                return self.suit(option)
            case "bid":
                return self.bid(option)
            case "play":
                return self.card(option)
            case "next":
                return self.part("next-round")
            case "final":
                return self.part("final")
        raise AssertionError(f"nothing to press for {asked}")

    async def press(self, target: Locator) -> None:
        await target.click()

    async def act(self, choose: Choose = first, do: Do | None = None) -> Asked:
        """Wait until asked, and answer."""
        asked = await self.asked()
        await self.answer(asked, choose, do)
        return asked

    async def answer(self, asked: Asked, choose: Choose = first, do: Do | None = None) -> None:
        option = choose(asked) if asked.options else ""
        await (do or self.do)(asked, option)
        if asked.options:
            self._acted_at = asked.seq

    async def play_until(
        self, *kinds: str, count: int = 1, choose: Choose = first, do: Do | None = None
    ) -> Asked:
        """Answer everything until one of `kinds` is asked for the `count`-th time; that one is left."""
        met = 0
        while True:
            asked = await self.asked()
            met += asked.kind in kinds
            if met == count:
                return asked
            assert asked.kind != "over", f"the game ended before {kinds}"
            await self.answer(asked, choose, do)

    # numbers

    async def round_end(self) -> dict[str, tuple[int, int, int, int]]:
        """The result of a round as shown: won, bid, score and total by name."""
        rows = await self.page.locator("[data-testid=round-end] tbody tr").all()
        result = {}
        for row in rows:
            name, of, _verdict, score, _total = await row.locator("th, td").all_inner_texts()
            total = await row.locator("td .vh").inner_text()
            won, bid = re.findall(r"\d+", of)
            result[name.strip()] = int(won), int(bid), number(score), number(total)
        return result

    async def pad(self) -> list[list[tuple[int, int, int]]]:
        """The pad as shown, a line a round, seats from one's own on: total, won, bid."""
        pad = self.page.locator("dialog [data-testid=pad]")
        lines = []
        for row in await pad.locator("tbody tr:not(.now):not(.rest)").all():
            line = []
            for cell in await row.locator("td").all():
                total = number(await cell.locator("b").inner_text())
                won, bid, *_ = re.findall(r"\d+", await cell.locator("small").inner_text())
                line.append((total, int(won), int(bid)))
            lines.append(line)
        return lines

    async def standings(self) -> dict[str, tuple[int, int]]:
        """Rank and total by name."""
        rows = await self.page.locator("[data-testid=standings] tbody tr").all()
        result = {}
        for row in rows:
            cells = await row.locator("th, td").all_inner_texts()
            name = re.sub(r"\s+bot · \w+$", "", cells[1].strip())
            result[name] = number(cells[0]), number(cells[-1])
        return result
