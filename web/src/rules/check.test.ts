import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/settings.json?raw";
import { RULES } from "../lib/generated/rules";
import { handSizes, SettingError, settingProblem, type SettingProblem } from "./check";

interface Case {
  readonly case: string;
  readonly players: number | null;
  readonly rules: Record<string, unknown>;
  readonly problem: SettingProblem | null;
  readonly hand_sizes: readonly number[] | null;
}
const cases = JSON.parse(vectors) as readonly Case[];

describe("house rules, as Python checks them", () => {
  it.each(cases)("$case, $players players", ({ players, rules, problem, hand_sizes }) => {
    expect(settingProblem(players ?? undefined, rules) ?? null).toEqual(problem);
    if (players === null) return;
    if (problem === null) {
      expect(handSizes(players, rules)).toEqual(hand_sizes);
    } else {
      expect(() => handSizes(players, rules)).toThrow(SettingError);
    }
  });

  it("have a case for every setting, also where it is wrong", () => {
    const wrong = new Set(cases.flatMap(({ problem }) => problem?.setting ?? []));
    for (const { name } of RULES.settings) expect(wrong).toContain(name);
  });
});

describe("presets", () => {
  it.each(RULES.presets)("$name is right for every number of players", ({ rules }) => {
    for (const [players, settings] of Object.entries(rules)) {
      expect(settingProblem(Number(players), settings)).toBeUndefined();
    }
  });
});
