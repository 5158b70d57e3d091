// Written by `python -m rufen.protocol.howto`; a test fails when it is stale. Do not edit.

import type { Card, Suit } from "../protocol";

export type Role = "lead_suit" | "lead_wizard" | "lead_jester" | "sets_suit" | "follows" | "trumps" | "discards" | "free" | "wizard" | "late_wizard" | "jester";
export type Reason = "first_wizard" | "highest_trump" | "highest_of_led_suit" | "all_jesters";
export type TrumpFrom = "suit" | "no_trump" | "dealer_names" | "none_left";
export type TrickId = "follow" | "trump" | "jester_leads" | "wizard_later" | "wizard_leads" | "all_jesters";
export type HandId = "must_follow" | "void" | "no_suit";

/** Seat 0 is the reader; the others sit clockwise from there. */
export interface PlayedCard {
  readonly seat: number;
  readonly card: Card;
  readonly role: Role;
}

export interface TrickExample {
  readonly id: TrickId;
  readonly trump: Suit | null;
  readonly led: Suit | null;
  readonly cards: readonly PlayedCard[];
  /** The place of the card that wins. */
  readonly winner: number;
  readonly reason: Reason;
}

export interface HandExample {
  readonly id: HandId;
  readonly trick: readonly Card[];
  readonly follow: Suit | null;
  readonly hand: readonly { readonly card: Card; readonly legal: boolean }[];
}

export interface TurnUpExample {
  readonly card: Card | null;
  readonly trump: Suit | null;
  readonly means: TrumpFrom;
}

export interface ScoreExample {
  readonly bid: number;
  readonly tricks: number;
  readonly score: number;
}

export const TRICKS: readonly TrickExample[] = [
  {
    "id": "follow",
    "trump": "R",
    "led": "Y",
    "cards": [
      {
        "seat": 1,
        "card": "Y9",
        "role": "lead_suit"
      },
      {
        "seat": 2,
        "card": "Y13",
        "role": "follows"
      },
      {
        "seat": 3,
        "card": "G12",
        "role": "discards"
      },
      {
        "seat": 0,
        "card": "Y4",
        "role": "follows"
      }
    ],
    "winner": 1,
    "reason": "highest_of_led_suit"
  },
  {
    "id": "trump",
    "trump": "R",
    "led": "B",
    "cards": [
      {
        "seat": 3,
        "card": "B11",
        "role": "lead_suit"
      },
      {
        "seat": 0,
        "card": "R3",
        "role": "trumps"
      },
      {
        "seat": 1,
        "card": "B13",
        "role": "follows"
      },
      {
        "seat": 2,
        "card": "R8",
        "role": "trumps"
      }
    ],
    "winner": 3,
    "reason": "highest_trump"
  },
  {
    "id": "jester_leads",
    "trump": "G",
    "led": "R",
    "cards": [
      {
        "seat": 1,
        "card": "J1",
        "role": "lead_jester"
      },
      {
        "seat": 2,
        "card": "R6",
        "role": "sets_suit"
      },
      {
        "seat": 3,
        "card": "R11",
        "role": "follows"
      },
      {
        "seat": 0,
        "card": "G2",
        "role": "trumps"
      }
    ],
    "winner": 3,
    "reason": "highest_trump"
  },
  {
    "id": "wizard_later",
    "trump": "B",
    "led": "Y",
    "cards": [
      {
        "seat": 2,
        "card": "Y9",
        "role": "lead_suit"
      },
      {
        "seat": 3,
        "card": "W1",
        "role": "wizard"
      },
      {
        "seat": 0,
        "card": "Y13",
        "role": "follows"
      },
      {
        "seat": 1,
        "card": "B12",
        "role": "trumps"
      }
    ],
    "winner": 1,
    "reason": "first_wizard"
  },
  {
    "id": "wizard_leads",
    "trump": "R",
    "led": null,
    "cards": [
      {
        "seat": 1,
        "card": "W2",
        "role": "lead_wizard"
      },
      {
        "seat": 2,
        "card": "G5",
        "role": "free"
      },
      {
        "seat": 3,
        "card": "W4",
        "role": "late_wizard"
      },
      {
        "seat": 0,
        "card": "R13",
        "role": "free"
      }
    ],
    "winner": 0,
    "reason": "first_wizard"
  },
  {
    "id": "all_jesters",
    "trump": "Y",
    "led": null,
    "cards": [
      {
        "seat": 2,
        "card": "J3",
        "role": "lead_jester"
      },
      {
        "seat": 3,
        "card": "J1",
        "role": "jester"
      },
      {
        "seat": 0,
        "card": "J4",
        "role": "jester"
      },
      {
        "seat": 1,
        "card": "J2",
        "role": "jester"
      }
    ],
    "winner": 0,
    "reason": "all_jesters"
  }
];

export const HANDS: readonly HandExample[] = [
  {
    "id": "must_follow",
    "trick": [
      "G6"
    ],
    "follow": "G",
    "hand": [
      {
        "card": "G3",
        "legal": true
      },
      {
        "card": "G12",
        "legal": true
      },
      {
        "card": "R9",
        "legal": false
      },
      {
        "card": "B5",
        "legal": false
      },
      {
        "card": "W2",
        "legal": true
      },
      {
        "card": "J3",
        "legal": true
      }
    ]
  },
  {
    "id": "void",
    "trick": [
      "Y10",
      "Y2"
    ],
    "follow": "Y",
    "hand": [
      {
        "card": "G3",
        "legal": true
      },
      {
        "card": "G12",
        "legal": true
      },
      {
        "card": "R9",
        "legal": true
      },
      {
        "card": "B5",
        "legal": true
      },
      {
        "card": "W2",
        "legal": true
      },
      {
        "card": "J3",
        "legal": true
      }
    ]
  },
  {
    "id": "no_suit",
    "trick": [
      "J4",
      "W1"
    ],
    "follow": null,
    "hand": [
      {
        "card": "G3",
        "legal": true
      },
      {
        "card": "G12",
        "legal": true
      },
      {
        "card": "R9",
        "legal": true
      },
      {
        "card": "B5",
        "legal": true
      },
      {
        "card": "W2",
        "legal": true
      },
      {
        "card": "J3",
        "legal": true
      }
    ]
  }
];

export const TURN_UPS: readonly TurnUpExample[] = [
  {
    "card": "R7",
    "trump": "R",
    "means": "suit"
  },
  {
    "card": "J2",
    "trump": null,
    "means": "no_trump"
  },
  {
    "card": "W3",
    "trump": null,
    "means": "dealer_names"
  },
  {
    "card": null,
    "trump": null,
    "means": "none_left"
  }
];

export const SCORES: readonly ScoreExample[] = [
  {
    "bid": 2,
    "tricks": 2,
    "score": 40
  },
  {
    "bid": 0,
    "tricks": 0,
    "score": 20
  },
  {
    "bid": 2,
    "tricks": 3,
    "score": -10
  },
  {
    "bid": 3,
    "tricks": 1,
    "score": -20
  }
];
