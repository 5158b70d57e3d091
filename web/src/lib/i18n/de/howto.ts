import type { howto as english } from "../en/howto";
import type { Same } from "../message";

export const howto: Same<typeof english> = {
  "title": "So wird gespielt",
  "lead": "Sieh deine Karten an und sag, wie viele Stiche du machst. Dann mach genau so viele. Einer zu viel ist so schlecht wie einer zu wenig.",
  "contents": "Auf dieser Seite",

  "cards": "Die Karten",
  "cards.suits.shapes":
    "Vier Farben gehen von 1, der niedrigsten, bis 13, der höchsten Karte. Jede hat einen Farbton, ein Zeichen und einen Buchstaben, und auf unseren Karten steht das Zeichen umso höher, je höher die Karte ist.",
  "cards.suits.french":
    "Vier Farben gehen vom Ass, der niedrigsten Karte, über 10, Bube und Dame bis zum König, der höchsten. Auf unseren Karten steht das Zeichen umso höher, je höher die Karte ist.",
  "cards.letter": "Buchstabe {suit}",
  "cards.wizards": "Vier Zauberer schlagen alles.",
  "cards.jesters": "Vier Narren schlagen nichts.",
  "cards.special": "Beide darfst du jederzeit spielen, egal was du sonst auf der Hand hast.",

  "round": "Eine Runde",
  "round.deal":
    "In der ersten Runde bekommen alle eine Karte, in der zweiten zwei und so weiter, bis alle sechzig verteilt sind: 20 Runden zu dritt, 15 zu viert, 12 zu fünft, 10 zu sechst. Das Geben wandert nach links.",
  "round.trump": "Dann wird die nächste Karte aufgedeckt. Sie sagt, welche Farbe in dieser Runde Trumpf ist.",
  "turn.suit": "Trumpf ist {suit}.",
  "turn.no_trump": "In dieser Runde ist nichts Trumpf.",
  "turn.dealer_names": "Wer gibt, sieht seine Karten an und nennt eine Farbe.",
  "turn.none_left": "Alle Karten sind verteilt: kein Trumpf.",
  "turn.nothing": "keine Karte",

  "bid": "Die Ansage",
  "bid.text":
    "Links vom Geber beginnend sagen alle eine Zahl: wie viele Stiche sie machen, von keinem bis allen. Zusammen dürfen es mehr sein, als es Stiche gibt, oder weniger. Dann muss sich jemand verschätzt haben.",
  "bid.example": "Anna sagt 2, Ben 0, Cara 2 und du 1: zusammen 5 von 5 Stichen. Die Ansagen gehen auf, also könnten es alle vier schaffen.",

  "trick": "Ein Stich",
  "trick.text":
    "Links vom Geber wird ausgespielt, alle geben der Reihe nach eine Karte dazu, und wer den Stich macht, spielt zum nächsten aus.",
  "trick.win":
    "Der erste Zauberer gewinnt. Ohne Zauberer gewinnt der höchste Trumpf, und ohne Trumpf die höchste Karte der ausgespielten Farbe.",
  "trump": "Trumpf: {suit}",
  "led": "Ausgespielt: {suit}",
  "led.none": "Ausgespielt: keine Farbe",
  "wins": "gewinnt",

  "ex.follow": "Wer kann, bedient",
  "ex.trump": "Trumpf sticht die ausgespielte Farbe",
  "ex.jester_leads": "Ein Narr bestimmt keine Farbe",
  "ex.wizard_later": "Ein Zauberer mittendrin",
  "ex.wizard_leads": "Ein Zauberer zuerst",
  "ex.all_jesters": "Nichts als Narren",

  "role.lead_suit": "Ausgespielt. Jetzt müssen alle {led} bedienen.",
  "role.lead_wizard": "Ausgespielt. Niemand muss bedienen.",
  "role.lead_jester": "Ausgespielt. Noch ist keine Farbe bestimmt.",
  "role.sets_suit": "Die erste Farbkarte: Jetzt müssen alle {suit} bedienen.",
  "role.follows": "{Suit} auf der Hand, also muss bedient werden.",
  "role.trumps": "Kein {led} auf der Hand, also ist alles erlaubt: hier ein Trumpf.",
  "role.discards": "Kein {led} auf der Hand. Diese Karte kann nicht gewinnen.",
  "role.free": "Keine Farbe zu bedienen: Jede Karte ist erlaubt.",
  "role.wizard": "Jederzeit erlaubt.",
  "role.late_wizard": "Auch erlaubt, aber nur der erste Zauberer zählt.",
  "role.jester": "Jederzeit erlaubt.",
  "why.first_wizard": "Der erste Zauberer gewinnt.",
  "why.highest_trump": "Der höchste Trumpf gewinnt.",
  "why.highest_of_led_suit": "Kein Trumpf gespielt: Die höchste Karte in {led} gewinnt.",
  "why.all_jesters": "Der erste Narr gewinnt.",

  "may": "Welche Karten darf ich spielen?",
  "may.text":
    "Wer die ausgespielte Farbe hält, muss sie spielen, oder einen Zauberer, oder einen Narren. Wer keine davon hält, darf alles spielen. Niemand muss je trumpfen oder überstechen.",
  "hand.must_follow": "{suit} ist ausgespielt, und du hältst welche.",
  "hand.void": "{suit} ist ausgespielt, und du hältst keine.",
  "hand.no_suit": "Ein Narr, dann ein Zauberer: Es gibt keine Farbe zu bedienen.",
  "hand.on_table": "Auf dem Tisch",
  "hand.yours": "Deine Hand",
  "hand.yes": "darf gespielt werden",
  "hand.no": "jetzt nicht",
  "hand.all": "Alles darf gespielt werden.",
  "hand.some": {
    one: "{n} Karte muss warten: Erst ist {suit} zu bedienen.",
    other: "{n} Karten müssen warten: Erst ist {suit} zu bedienen.",
  },

  "scores": "Punkte",
  "scores.text":
    "Ansage geschafft: 20 Punkte und 10 für jeden Stich. Verfehlt: 10 weniger für jeden Stich zu viel oder zu wenig, und die gemachten Stiche bringen nichts.",
  "scores.row": "{bid} angesagt, {tricks} gemacht",
  "end": "Nach der letzten Runde gewinnt die höchste Summe. Gleiche Summen teilen den Rang.",

  "rules": "Hausregeln",
  "rules.text":
    "An vielen Tischen wird etwas anders gespielt. Wenn du einen Tisch eröffnest, kannst du geheim ansagen lassen, dem Geber aufgehende Ansagen verbieten, weniger Runden spielen oder die Punkte ändern.",
  "rules.link": "Einen Tisch eröffnen",
};
