import type { home as english } from "../en/home";
import type { Same } from "../message";

export const home: Same<typeof english> = {
  "title": "Rufen: das Kartenspiel Wizard",
  "slogan.1": "Sag, wie viele.",
  "slogan.2": "Triff es genau.",
  "lead": "Das Kartenspiel Wizard für drei bis sechs, mit Freunden oder mit Bots. Ohne Konto.",
  "play": "Spielen",
  "play.busy": "Es wird gegeben …",
  "play.what": "Sofort, mit drei Anfänger-Bots und den üblichen Regeln.",
  "new": "Neuer Tisch",
  "continue": "Weiterspielen",
  "continue.loading": "Deine Tische werden gesucht …",
  "continue.failed": "Deine Tische können gerade nicht gezeigt werden.",
  "continue.all": { one: "{n} weiteren zeigen", other: "{n} weitere zeigen" },
  "continue.alone": "Noch niemand sonst",
  "continue.seating": "Wartet auf Mitspieler",
  "continue.your_turn": "Runde {round} von {rounds}. Du bist dran.",
  "continue.others_turn": "Runde {round} von {rounds}.",
  "also": "Auch hier",
  "howto": "So wird gespielt",
  "howto.what": "Die Regeln in fünf Minuten, mit Stichen zum Ansehen.",
  "own": "Ein eigener Tisch",
  "own.what": "Drei bis sechs Plätze, Freunde per Link und jede Hausregel.",
  "language": "English",
  "theme.dark": "Dunkle Farben verwenden",
  "theme.light": "Helle Farben verwenden",
};
