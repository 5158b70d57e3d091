"""New table: every setting of R7, the reason where a combination is not possible, a table with just those."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect
from tests.browser.table_page import TablePage

from rufen.core.house_rules import SETTINGS, STANDARD, parse_house_rules

pytestmark = pytest.mark.browser


@pytest.fixture
async def form(person):
    """The page of a new table. It checks the settings itself: nothing is asked and refused on the way."""
    someone = await person(viewport={"width": 1024, "height": 768})
    page = await someone.page("/new")
    await page.get_by_role("radiogroup", name="Set of rules").wait_for()
    return page


async def choose(page: Page, group: str, option: str) -> None:
    await page.get_by_role("radiogroup", name=group, exact=True).get_by_label(option, exact=True).check()


async def more(page: Page, setting: str, times: int = 1) -> None:
    for _ in range(times):
        await page.get_by_role("button", name=f"{setting}: more").click()


def alert(page: Page):
    return page.locator(".problem")


def opener(page: Page):
    return page.get_by_role("button", name="Open the table")


async def open_and_play(page: Page) -> TablePage:
    await expect(opener(page)).not_to_have_attribute("aria-disabled", "true")
    await opener(page).click()
    table = TablePage(page)
    await table.asked()
    return table


async def test_a_restriction_and_secret_bids_do_not_go_together(form):
    """R3.4: the reason stands there, both settings are marked, and either of two ways settles it."""
    secretly, never = "In secret, shown before play", "Never"
    await choose(form, "How bids are made", secretly)
    await choose(form, "May the dealer make the bids even?", never)
    await expect(alert(form)).to_contain_text("These two do not go together.")
    await expect(alert(form)).to_contain_text("With secret bids nobody can know the total")
    await expect(opener(form)).to_have_attribute("aria-disabled", "true")
    await opener(form).click(force=True)
    await expect(form).to_have_url(form.url)
    await form.get_by_role("button", name="Bid openly").click()
    await expect(alert(form)).to_have_count(0)
    await expect(form.get_by_label(never, exact=True)).to_be_checked()
    await choose(form, "How bids are made", secretly)
    await form.get_by_role("button", name="Let the dealer bid freely").click()
    await expect(alert(form)).to_have_count(0)
    await expect(form.get_by_label(secretly)).to_be_checked()


async def test_more_rounds_than_there_are_cards(form):
    """R2.2: nobody can choose more than there are cards for, and more players may make it too many."""
    await choose(form, "Number of rounds", "Fewer")
    await choose(form, "Players", "3")
    await more(form, "Rounds to play", 10)
    await expect(form.get_by_role("group", name="Rounds to play")).to_contain_text("20")
    await expect(form.get_by_role("button", name="Rounds to play: more")).to_have_attribute(
        "aria-disabled", "true"
    )
    await expect(alert(form)).to_have_count(0)
    await choose(form, "Players", "6")
    await expect(alert(form)).to_contain_text("there are cards for 10 rounds at most")
    await expect(opener(form)).to_have_attribute("aria-disabled", "true")
    await form.get_by_role("button", name="Play 10 rounds").click()
    await expect(alert(form)).to_have_count(0)
    await expect(form.locator(".facts")).to_have_text("6 players, 10 rounds")


async def test_hands_larger_than_the_deck(form):
    """R2.3."""
    await choose(form, "Number of rounds", "Hand sizes")
    await form.get_by_label("Round 3").fill("16")
    await expect(alert(form)).to_contain_text("nobody can hold more than 15 cards")
    await expect(form.get_by_label("Round 3")).to_have_attribute("aria-invalid", "true")
    await form.get_by_role("button", name="Make larger hands 15").click()
    await expect(alert(form)).to_have_count(0)
    await expect(form.get_by_label("Round 3")).to_have_value("15")


async def test_an_exemption_needs_a_restriction(form):
    """R3.2: the switch is there only with the rule it excepts from, and is not sent without it."""
    exempt = form.get_by_role("switch", name="Except in round 1")
    await expect(exempt).to_have_count(0)
    await choose(form, "May the dealer make the bids even?", "Never")
    await exempt.check()
    await choose(form, "May the dealer make the bids even?", "Yes")
    await expect(exempt).to_have_count(0)
    await expect(form.locator(".more")).to_contain_text("Standard rules.")
    await choose(form, "May the dealer make the bids even?", "Never")
    await expect(exempt).to_be_checked()


async def test_a_table_for_friends(form, server):
    """One choice leaves every other seat to friends; the open table shows how they get there."""
    await choose(form, "Who plays along", "Friends, by link")
    await choose(form, "Players", "5")
    await expect(form.locator(".more")).to_contain_text("4 seats are open")
    await form.get_by_label("Who sits in seat 3").select_option("beginner")
    await expect(form.get_by_label("Friends, by link")).not_to_be_checked()
    await opener(form).click()
    await expect(form.get_by_test_id("code")).to_be_visible()
    await expect(form.get_by_test_id("ready")).to_contain_text("3 seats are still open.")


async def test_what_was_chosen_survives(form):
    """Going down and up with the players, to a preset and back, to another page and back: nothing is lost."""
    await more(form, "Bonus for an exact bid", 2)
    await form.get_by_label("Who sits in seat 4").select_option("open")
    await choose(form, "Players", "3")
    await choose(form, "Players", "4")
    await choose(form, "Set of rules", "Quick")
    await expect(form.get_by_role("group", name="Bonus for an exact bid")).to_contain_text("20")
    await choose(form, "Set of rules", "My own")
    await form.get_by_role("link", name="Home").click()
    await form.get_by_role("link", name="New table").click()
    await expect(form.get_by_role("group", name="Bonus for an exact bid")).to_contain_text("30")
    await expect(form.get_by_label("Who sits in seat 4")).to_have_value("open")
    await expect(form.get_by_label("My own")).to_be_checked()


async def test_a_table_with_every_setting_changed(form, server):
    """Two tables between them change everything; the rules of each are those on the page."""
    await form.get_by_label("Your name").fill("Mia")
    await choose(form, "Players", "5")
    await form.get_by_label("First dealer").select_option("1")
    await choose(form, "Number of rounds", "Hand sizes")
    await form.get_by_role("button", name="Odd hands").click()
    await form.get_by_role("button", name="Remove the last round").click()
    await form.get_by_label("Round 1", exact=True).fill("2")
    await choose(form, "Last round", "Always without trump")
    await choose(form, "After a led Wizard", "The next suit card sets the suit")
    await choose(form, "After a led Jester", "Nobody has to follow suit")
    await choose(form, "May the dealer make the bids even?", "Never")
    await form.get_by_role("switch", name="Except in round 1").check()
    for setting in (
        "Bonus for an exact bid",
        "Points per trick when correct",
        "Penalty per trick missed by",
        "Extra for a made bid in the last round",
        "Cost to the dealer of even bids",
        "Bonus for bidding right every round",
    ):
        await more(form, setting)
    await choose(form, "Made bid of zero", "The bonus and 5 a card")
    await choose(form, "Tie-break", "Better best round")
    table = await open_and_play(form)
    state = server.state(await table.table_id())
    first = parse_house_rules(
        {
            "round_mode": "schedule",
            "hand_sizes": [2, 3, 5, 7, 9],
            "exact_bonus": 25,
            "points_per_trick": 15,
            "miss_penalty": 15,
            "zero_bid_scoring": "per_card",
            "bid_restriction": "dealer",
            "round_one_exempt": True,
            "perfect_game_bonus": 10,
            "last_round_bonus": 5,
            "even_bids_dealer_penalty": 5,
            "tie_break": "highest_round",
            "last_round_trump": "never",
            "wizard_lead": "next_sets_suit",
            "jester_lead": "free",
        },
        5,
    )
    assert state.setup.rules == first
    assert state.setup.seats == 5
    assert state.setup.players[0].name == "Mia"
    assert state.round.deal.dealer == 1

    await form.goto("/new")
    await choose(form, "Number of rounds", "Fewer")
    await form.get_by_role("button", name="Rounds to play: less").click()
    await choose(form, "How bids are made", "In secret, shown after play")
    table = await open_and_play(form)
    second = parse_house_rules(
        {"round_mode": "custom", "custom_round_count": 9, "bid_disclosure": "delayed"}, 4
    )
    assert server.state(await table.table_id()).setup.rules == second
    changed = {
        name
        for name in SETTINGS
        for rules in (first, second)
        if getattr(rules, name) != getattr(STANDARD, name)
    }
    assert changed == set(SETTINGS)


async def test_settings_need_no_server(person):
    """They are all there, and what does not go together is told, also when nobody answers."""
    someone = await person()
    someone.allow("ERR_FAILED")
    page = await someone.page()
    await page.route("**/api/**", lambda route: route.abort())
    await page.get_by_role("link", name="New table").click()
    await expect(page.locator("legend")).to_have_text(
        ["Seats", "Start from", "Rounds", "Play", "Bidding", "Scores", "The end"]
    )
    await choose(page, "Number of rounds", "Fewer")
    await choose(page, "Players", "6")
    await more(page, "Rounds to play")
    await expect(alert(page)).to_contain_text("there are cards for 10 rounds at most")
    await page.get_by_role("button", name="Play 10 rounds").click()
    await page.unroute("**/api/**")
    await open_and_play(page)


async def test_what_the_server_refuses_is_said(person):
    """It checks again when the table is opened, and its answer is shown like ours."""
    someone = await person()
    someone.allow("422")
    page = await someone.page("/new")
    refusal = {"error": "step", "detail": "", "setting": "exact_bonus", "value": 20, "allowed": "0, 7 or 14"}
    await page.route("**/api/tables", lambda route: route.fulfill(status=422, json=refusal))
    await opener(page).click()
    said = "Bonus for an exact bid: 20 is between two steps. Allowed: 0, 7 or 14."
    await expect(page.locator("#open-line")).to_have_text(said)
    await more(page, "Bonus for an exact bid")
    await expect(page.locator("#open-line")).to_have_text("")


async def test_without_the_server_the_page_says_so(person):
    someone = await person()
    someone.allow("ERR_FAILED")
    page = await someone.page("/new")
    await page.route("**/api/tables", lambda route: route.abort())
    await opener(page).click()
    await expect(page.locator("#open-line")).to_contain_text("The server cannot be reached")
    await page.unroute("**/api/tables")
    await open_and_play(page)
