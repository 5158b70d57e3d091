// Written by `python -m rufen.protocol.rules`; a test fails when it is stale. Do not edit.

import type { RulesInfo } from "../protocol";

/** All settings of R7 in their order, the presets, and the rounds of a full game. */
export type Rules = Omit<RulesInfo, "levels">;

export const RULES: Rules = {
  "settings": [
    {
      "name": "round_mode",
      "group": "rounds",
      "kind": "choice",
      "default": "full",
      "choices": [
        "full",
        "custom",
        "schedule"
      ]
    },
    {
      "name": "custom_round_count",
      "group": "rounds",
      "kind": "number",
      "default": 10,
      "minimum": 1,
      "maximum": 20
    },
    {
      "name": "hand_sizes",
      "group": "rounds",
      "kind": "numbers",
      "default": null,
      "minimum": 1,
      "maximum": 60
    },
    {
      "name": "exact_bonus",
      "group": "scores",
      "kind": "number",
      "default": 20,
      "maximum": 50,
      "step": 5
    },
    {
      "name": "points_per_trick",
      "group": "scores",
      "kind": "number",
      "default": 10,
      "maximum": 20,
      "step": 5
    },
    {
      "name": "miss_penalty",
      "group": "scores",
      "kind": "number",
      "default": 10,
      "maximum": 30,
      "step": 5
    },
    {
      "name": "zero_bid_scoring",
      "group": "scores",
      "kind": "choice",
      "default": "flat_bonus",
      "choices": [
        "flat_bonus",
        "double_bonus",
        "per_card"
      ]
    },
    {
      "name": "bid_restriction",
      "group": "bids",
      "kind": "choice",
      "default": "none",
      "choices": [
        "none",
        "leader",
        "leader_zero_allowed",
        "dealer"
      ]
    },
    {
      "name": "round_one_exempt",
      "group": "bids",
      "kind": "flag",
      "default": false
    },
    {
      "name": "bid_disclosure",
      "group": "bids",
      "kind": "choice",
      "default": "open",
      "choices": [
        "open",
        "hidden",
        "delayed"
      ]
    },
    {
      "name": "perfect_game_bonus",
      "group": "end",
      "kind": "number",
      "default": 0,
      "maximum": 100,
      "step": 10
    },
    {
      "name": "last_round_bonus",
      "group": "scores",
      "kind": "number",
      "default": 0,
      "maximum": 50,
      "step": 5
    },
    {
      "name": "even_bids_dealer_penalty",
      "group": "scores",
      "kind": "number",
      "default": 0,
      "maximum": 50,
      "step": 5
    },
    {
      "name": "tie_break",
      "group": "end",
      "kind": "choice",
      "default": "share",
      "choices": [
        "share",
        "most_exact",
        "highest_round"
      ]
    },
    {
      "name": "last_round_trump",
      "group": "play",
      "kind": "choice",
      "default": "natural",
      "choices": [
        "natural",
        "never"
      ]
    },
    {
      "name": "wizard_lead",
      "group": "play",
      "kind": "choice",
      "default": "free",
      "choices": [
        "free",
        "next_sets_suit"
      ]
    },
    {
      "name": "jester_lead",
      "group": "play",
      "kind": "choice",
      "default": "next_sets_suit",
      "choices": [
        "next_sets_suit",
        "free"
      ]
    }
  ],
  "presets": [
    {
      "name": "standard",
      "rules": {
        "3": {},
        "4": {},
        "5": {},
        "6": {}
      }
    },
    {
      "name": "canadian",
      "rules": {
        "3": {
          "bid_restriction": "leader_zero_allowed"
        },
        "4": {
          "bid_restriction": "leader_zero_allowed"
        },
        "5": {
          "bid_restriction": "leader_zero_allowed"
        },
        "6": {
          "bid_restriction": "leader_zero_allowed"
        }
      }
    },
    {
      "name": "leaflet",
      "rules": {
        "3": {
          "bid_restriction": "leader"
        },
        "4": {
          "bid_restriction": "leader"
        },
        "5": {
          "bid_restriction": "leader"
        },
        "6": {
          "bid_restriction": "leader"
        }
      }
    },
    {
      "name": "screw_the_dealer",
      "rules": {
        "3": {
          "bid_restriction": "dealer"
        },
        "4": {
          "bid_restriction": "dealer"
        },
        "5": {
          "bid_restriction": "dealer"
        },
        "6": {
          "bid_restriction": "dealer"
        }
      }
    },
    {
      "name": "hidden",
      "rules": {
        "3": {
          "bid_disclosure": "hidden"
        },
        "4": {
          "bid_disclosure": "hidden"
        },
        "5": {
          "bid_disclosure": "hidden"
        },
        "6": {
          "bid_disclosure": "hidden"
        }
      }
    },
    {
      "name": "delayed",
      "rules": {
        "3": {
          "bid_disclosure": "delayed"
        },
        "4": {
          "bid_disclosure": "delayed"
        },
        "5": {
          "bid_disclosure": "delayed"
        },
        "6": {
          "bid_disclosure": "delayed"
        }
      }
    },
    {
      "name": "tournament",
      "rules": {
        "3": {
          "round_mode": "schedule",
          "hand_sizes": [
            2,
            4,
            6,
            8,
            10,
            12,
            14,
            16,
            18,
            20
          ]
        },
        "4": {
          "round_mode": "schedule",
          "hand_sizes": [
            1,
            3,
            5,
            7,
            9,
            11,
            12,
            13,
            14,
            15
          ]
        },
        "5": {
          "round_mode": "schedule",
          "hand_sizes": [
            2,
            4,
            5,
            6,
            7,
            8,
            9,
            10,
            11,
            12
          ]
        },
        "6": {
          "round_mode": "schedule",
          "hand_sizes": [
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            9,
            10
          ]
        }
      }
    },
    {
      "name": "quick",
      "rules": {
        "3": {
          "round_mode": "custom",
          "custom_round_count": 5
        },
        "4": {
          "round_mode": "custom",
          "custom_round_count": 5
        },
        "5": {
          "round_mode": "custom",
          "custom_round_count": 5
        },
        "6": {
          "round_mode": "custom",
          "custom_round_count": 5
        }
      }
    }
  ],
  "full_game_rounds": {
    "3": 20,
    "4": 15,
    "5": 12,
    "6": 10
  }
};
