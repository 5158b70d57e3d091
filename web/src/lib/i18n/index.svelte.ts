/** Every text of the site, in the language of the browser or the one chosen; reactive. */

import type { Card, Suit } from "../protocol";
import { prefs } from "../prefs.svelte";
import { common as commonDe } from "./de/common";
import { games as gamesDe } from "./de/games";
import { hint as hintDe } from "./de/hint";
import { home as homeDe } from "./de/home";
import { howto as howtoDe } from "./de/howto";
import { live as liveDe } from "./de/live";
import { lobby as lobbyDe } from "./de/lobby";
import { newtable as newtableDe } from "./de/newtable";
import { pad as padDe } from "./de/pad";
import { settings as settingsDe } from "./de/settings";
import { sheet as sheetDe } from "./de/sheet";
import { standings as standingsDe } from "./de/standings";
import { table as tableDe } from "./de/table";
import { talk as talkDe } from "./de/talk";
import { together as togetherDe } from "./de/together";
import { common } from "./en/common";
import { games } from "./en/games";
import { hint } from "./en/hint";
import { home } from "./en/home";
import { howto } from "./en/howto";
import { live } from "./en/live";
import { lobby } from "./en/lobby";
import { newtable } from "./en/newtable";
import { pad } from "./en/pad";
import { settings } from "./en/settings";
import { sheet } from "./en/sheet";
import { standings } from "./en/standings";
import { table } from "./en/table";
import { talk } from "./en/talk";
import { together } from "./en/together";
import type { Catalogue, Message } from "./message";

const en = {
  common,
  games,
  hint,
  home,
  howto,
  live,
  lobby,
  newtable,
  pad,
  settings,
  sheet,
  standings,
  table,
  talk,
  together,
};
const de = {
  common: commonDe,
  games: gamesDe,
  hint: hintDe,
  home: homeDe,
  howto: howtoDe,
  live: liveDe,
  lobby: lobbyDe,
  newtable: newtableDe,
  pad: padDe,
  settings: settingsDe,
  sheet: sheetDe,
  standings: standingsDe,
  table: tableDe,
  talk: talkDe,
  together: togetherDe,
};

type Rooms = typeof en;

/** A text by room and name: `home.play`. */
export type Key = { [R in keyof Rooms]: `${R}.${keyof Rooms[R] & string}` }[keyof Rooms];
export type Params = Readonly<Record<string, string | number>>;
export type Language = "en" | "de";

function flat(rooms: Readonly<Record<string, Catalogue>>): ReadonlyMap<string, Message> {
  return new Map(
    Object.entries(rooms).flatMap(([room, catalogue]) =>
      Object.entries(catalogue).map(([name, message]): [string, Message] => [`${room}.${name}`, message]),
    ),
  );
}

export const catalogues: Readonly<Record<Language, ReadonlyMap<string, Message>>> = {
  en: flat(en),
  de: flat(de),
};

const plurals = { en: new Intl.PluralRules("en"), de: new Intl.PluralRules("de") };
const lists = {
  en: new Intl.ListFormat("en-GB", { type: "conjunction" }),
  de: new Intl.ListFormat("de", { type: "conjunction" }),
};

/** The first language of the browser that we speak, else English. */
export function browserLanguage(languages: readonly string[] = navigator.languages): Language {
  for (const tag of languages) {
    const language = tag.toLowerCase().split("-")[0];
    if (language === "en" || language === "de") return language;
  }
  return "en";
}

export function language(): Language {
  return prefs.language === "auto" ? browserLanguage() : prefs.language;
}

/** Whether there is such a text; for names that come from the server. */
export function isKey(key: string): key is Key {
  return catalogues.en.has(key);
}

/**
 * A text. `n` chooses between singular and plural, numbers get the right minus sign, `{Card}` is `card` upper-case,
 * and a sentence that begins with somebody begins with a capital.
 */
export function t(key: Key, params: Params = {}): string {
  const speech = language();
  const message = catalogues[speech].get(key);
  if (message === undefined) return key;
  const text =
    typeof message === "string"
      ? message
      : plurals[speech].select(Math.abs(Number(params.n))) === "one"
        ? message.one
        : message.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const value = params[name] ?? capital(params[name.charAt(0).toLowerCase() + name.slice(1)]);
    if (value === undefined) return whole;
    if (typeof value === "number") return num(value);
    return BEGINS.test(text.slice(0, at)) && value.startsWith(somebody()) ? String(capital(value)) : value;
  });
}

/** What stands before the beginning of a sentence. */
const BEGINS = /(?:^|[.:?!] )$/;

/** What a person without a name is called within a sentence. */
function somebody(): string {
  return String(catalogues[language()].get("table.somebody"));
}

function capital(value: string | number | undefined): string | number | undefined {
  return typeof value === "string" ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}

/** A number with a real minus sign (U+2212). */
export function num(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

const decimals = {
  en: new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }),
  de: new Intl.NumberFormat("de", { maximumFractionDigits: 1 }),
};

const fixed = {
  en: new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  de: new Intl.NumberFormat("de", { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
};

/** A number with one digit after the point, where it is not zero or `always`. */
export function decimal(n: number, always = false): string {
  const tenths = Math.round(n * 10) / 10;
  const text = (always ? fixed : decimals)[language()].format(Math.abs(tenths));
  return tenths < 0 ? `−${text}` : text;
}

/** A number that always shows its sign; zero has none. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : num(n);
}

/** "Anna, Ben and Cara". */
export function list(words: readonly string[]): string {
  return lists[language()].format(words);
}

/** The name of a suit within a sentence; the words follow the faces ("blue", "spades"). */
export function suitName(suit: Suit): string {
  return t(`common.suit.${prefs.faces}.${suit}`);
}

/** The name of a suit standing alone ("Blue", "Spades"). */
export function suitTitle(suit: Suit): string {
  const name = suitName(suit);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const COURT: Readonly<Record<string, "ace" | "jack" | "queen" | "king">> = {
  1: "ace",
  11: "jack",
  12: "queen",
  13: "king",
};

/** The name of a card: "blue 7", "queen of spades", "Wizard". */
export function cardName(card: Card): string {
  const kind = card.charAt(0);
  if (kind === "W") return t("common.wizard");
  if (kind === "J") return t("common.jester");
  const suit = suitName(kind as Suit);
  const rank = card.slice(1);
  if (prefs.faces === "shapes") return t("common.card.shapes", { suit, rank });
  const court = COURT[rank];
  return t("common.card.french", { suit, rank: court ? t(`common.court.${court}`) : rank });
}

