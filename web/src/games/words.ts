/** Words about games that were or are played. */
import { list, num, t } from "$lib/i18n/index.svelte";
import { shownName, spokenName } from "$lib/names";
import type { Forgotten, PlayerStatistics, TableSummary } from "$lib/protocol";
import { isKey } from "$lib/i18n/index.svelte";
import { othersOf, placesOf } from "./mine.svelte";

/** People in a row, as a title. */
export function namesText(names: readonly string[]): string {
  return list(names.map((name, at) => (at === 0 ? shownName(name) : spokenName(name))));
}

/** Who else plays, as the title of a game. */
export function titleOf(game: TableSummary): string {
  const others = othersOf(game);
  return others.length > 0 ? namesText(others) : t("games.alone");
}

/** Where a game that is played stands. */
export function whereText(game: TableSummary): string {
  if (game.phase === "seating") return t("games.seating");
  if (game.round_number === 0) return t("games.undealt");
  const round = { round: game.round_number, rounds: game.round_count };
  if (game.phase === "dealing") return t("games.between", round);
  return t(game.your_turn ? "games.your_turn" : "games.others_turn", round);
}

/** "Place 2 of 4", or how it ended early. */
export function placeText(game: TableSummary): string {
  if (game.phase === "aborted") {
    return game.round_number === 0
      ? t("games.early.seating")
      : t("games.early", { round: game.round_number, rounds: game.round_count });
  }
  const place = game.ranks?.[game.seat] ?? 0;
  const shared = (game.ranks ?? []).filter((rank) => rank === place).length > 1;
  return t(shared ? "games.place.shared" : "games.place.of", { place, n: game.names.length });
}

/** "Ben 120, You 90, Ida −10", from the first place on. */
export function standingsText(game: TableSummary): string {
  return placesOf(game)
    .map((seat) => {
      const name = seat === game.seat ? t("common.you") : shownName(game.names[seat] ?? "");
      return t("games.standing", { name, total: num(game.totals[seat] ?? 0) });
    })
    .join(" · ");
}

/** A player of the statistics. */
export function playerName({ you, name, level }: PlayerStatistics): string {
  if (you) return t("games.stats.you");
  if (level === null) return shownName(name);
  const key = `common.level.${level}`;
  return t("games.stats.bot", { name, level: isKey(key) ? t(key) : level });
}

/** What became of the games that were to be forgotten. */
export function forgottenText({ deleted, renamed }: Forgotten): string {
  const parts = [];
  if (deleted.length > 0) parts.push(t("games.forget.deleted", { n: deleted.length }));
  if (renamed.length > 0) parts.push(t("games.forget.renamed", { n: renamed.length }));
  return parts.length > 0 ? parts.join(" ") : t("games.forget.nothing");
}
