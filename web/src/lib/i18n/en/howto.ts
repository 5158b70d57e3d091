import type { Catalogue } from "../message";

export const howto = {
  "title": "How to play",
  "lead": "Look at your cards and say how many tricks you will take. Then take exactly that many. One too many is as bad as one too few.",
  "contents": "On this page",

  "cards": "The cards",
  "cards.suits.shapes":
    "Four suits run from 1, the lowest, to 13, the highest. Each has a colour, a sign and a letter, and on our cards the sign stands the higher the higher the card is.",
  "cards.suits.french":
    "Four suits run from the ace, the lowest, through 10, jack and queen to the king, the highest. On our cards the sign stands the higher the higher the card is.",
  "cards.letter": "letter {suit}",
  "cards.wizards": "Four Wizards beat everything.",
  "cards.jesters": "Four Jesters beat nothing.",
  "cards.special": "Both may be played at any time, whatever else you hold.",

  "round": "A round",
  "round.deal":
    "Everybody gets one card in the first round, two in the second and so on, until all sixty are dealt: 20 rounds with three players, 15 with four, 12 with five, 10 with six. The deal moves to the left.",
  "round.trump": "Then the next card is turned up. It says which suit is trump for this round.",
  "turn.suit": "Trump is {suit}.",
  "turn.no_trump": "No trump in this round.",
  "turn.dealer_names": "The dealer looks at their hand and names a suit.",
  "turn.none_left": "Every card is dealt: no trump.",
  "turn.nothing": "no card",

  "bid": "The bid",
  "bid.text":
    "Starting at the dealer’s left, everybody says one number: how many tricks they will take, from none to all. The bids may add up to more than there are tricks, or to fewer. Then somebody has to miss.",
  "bid.example": "Anna says 2, Ben 0, Cara 2 and you 1: together 5 of 5 tricks. The bids are even, so all four could make it.",

  "trick": "A trick",
  "trick.text":
    "The dealer’s left leads, everybody follows in turn with one card, and whoever wins the trick leads to the next.",
  "trick.win":
    "The first Wizard wins. Without a Wizard the highest trump wins, and without a trump the highest card of the suit that was led.",
  "trump": "Trump: {suit}",
  "led": "Led: {suit}",
  "led.none": "Led: no suit",
  "wins": "wins",

  "ex.follow": "Everybody follows if they can",
  "ex.trump": "Trump beats the suit that was led",
  "ex.jester_leads": "A Jester does not set the suit",
  "ex.wizard_later": "A Wizard in the middle",
  "ex.wizard_leads": "A Wizard leads",
  "ex.all_jesters": "Nothing but Jesters",

  "role.lead_suit": "Leads. Now everybody has to follow {led}.",
  "role.lead_wizard": "Leads. Nobody has to follow suit.",
  "role.lead_jester": "Leads. No suit is set yet.",
  "role.sets_suit": "The first suit card: now everybody has to follow {suit}.",
  "role.follows": "{Suit} in hand, so suit must be followed.",
  "role.trumps": "No {led} in hand, so any card is allowed: here a trump.",
  "role.discards": "No {led} in hand. This card cannot win.",
  "role.free": "No suit to follow: any card is allowed.",
  "role.wizard": "Allowed at any time.",
  "role.late_wizard": "Allowed too, but only the first Wizard counts.",
  "role.jester": "Allowed at any time.",
  "why.first_wizard": "The first Wizard wins.",
  "why.highest_trump": "The highest trump wins.",
  "why.highest_of_led_suit": "No trump was played: the highest card in {led} wins.",
  "why.all_jesters": "The first Jester wins.",

  "may": "Which cards may be played?",
  "may.text":
    "Whoever holds the suit that was led must play it, or a Wizard, or a Jester. Whoever holds none of it may play anything. Nobody ever has to trump or to beat.",
  "hand.must_follow": "Led: {suit}, and you hold some.",
  "hand.void": "Led: {suit}, and you hold none.",
  "hand.no_suit": "A Jester, then a Wizard: there is no suit to follow.",
  "hand.on_table": "On the table",
  "hand.yours": "Your hand",
  "hand.yes": "may be played",
  "hand.no": "not now",
  "hand.all": "Everything may be played.",
  "hand.some": { one: "{n} card has to wait: follow {suit} first.", other: "{n} cards have to wait: follow {suit} first." },

  "scores": "Scores",
  "scores.text":
    "Made your bid: 20 points and 10 for each trick. Missed it: 10 off for each trick too many or too few, and the tricks you took earn nothing.",
  "scores.row": "bid {bid}, took {tricks}",
  "end": "After the last round the highest total wins. Equal totals share the rank.",

  "rules": "House rules",
  "rules.text":
    "Many tables play a little differently. When you open a table, you can choose bids in secret, forbid the dealer to make the bids even, play fewer rounds or change the scores.",
  "rules.link": "Open a table",
} as const satisfies Catalogue;
