/** The sheet as a picture: what stands where. Measures are CSS pixels, colours names of tokens. */

import { num, signed, t } from "../../lib/i18n/index.svelte";
import type { Cell, ScoredSheet, Sheet } from "../model/types";
import { padOf, type Column, type LineRow, type Row, type RoundRow } from "../pad/rows";
import { dateText, problemText, rankText, sheetTitle } from "../words";

export type Ink = "ink" | "ink-2" | "bad" | "good" | "accent" | "line" | "sunk";
type Font = "title" | "head" | "name" | "total" | "small" | "text" | "rank";

export interface TextItem {
  readonly kind: "text";
  readonly text: string;
  readonly x: number;
  /** The base line. */
  readonly y: number;
  readonly font: Font;
  readonly ink: Ink;
  readonly align: "left" | "right";
  /** Longer texts end in "…". */
  readonly room: number;
}

export interface BoxItem {
  readonly kind: "box";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ink: Ink;
}

/** The mark of the game, with its left upper corner. */
export interface MarkItem {
  readonly kind: "mark";
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export type Item = TextItem | BoxItem | MarkItem;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}

const EDGE = 32;
const NUMBERS = 48;
const ROW = 46;
const NARROW_ROW = 30;

class Drawing {
  readonly items: Item[] = [];
  y = EDGE;
  readonly width: number;
  /** The width of a column. */
  readonly column: number;

  constructor(columns: number) {
    this.width = Math.max(400, 2 * EDGE + NUMBERS + columns * (columns <= 4 ? 112 : 92));
    this.column = (this.inner - NUMBERS) / columns;
  }

  get inner(): number {
    return this.width - 2 * EDGE;
  }

  text(text: string, x: number, y: number, font: Font, ink: Ink = "ink", align: "left" | "right" = "left"): void {
    const room = align === "left" ? this.width - EDGE - x : x - EDGE;
    this.items.push({ kind: "text", text, x, y, font, ink, align, room });
  }

  /** A text in a column of the table. */
  cell(text: string, at: number, y: number, font: Font, ink: Ink = "ink"): void {
    const x = EDGE + NUMBERS + (at + 1) * this.column;
    this.items.push({ kind: "text", text, x, y, font, ink, align: "right", room: this.column - 10 });
  }

  rule(height: number, ink: Ink): void {
    this.items.push({ kind: "box", x: EDGE, y: this.y, width: this.inner, height, ink });
  }
}

/** Pad and standings, one below the other. */
export function pictureOf(sheet: Sheet, scored: ScoredSheet): Picture {
  const pad = padOf(sheet, scored);
  const d = new Drawing(pad.columns.length);
  drawHead(d, sheet, scored);
  drawNames(d, pad.columns);
  for (const row of pad.rows) drawRow(d, row, sheet, scored, pad.columns);
  if (pad.outside.length > 0) {
    d.y += 8;
    d.text(t("pad.outside", { n: scored.schedule.length }), EDGE, d.y + 18, "small", "ink-2");
    d.y += NARROW_ROW;
    for (const row of pad.outside) drawRow(d, row, sheet, scored, pad.columns);
  }
  drawStandings(d, sheet, scored);
  d.y += 22;
  d.items.push({ kind: "mark", x: EDGE, y: d.y, size: 22 });
  d.text("Rufen", EDGE + 30, d.y + 17, "name", "ink");
  d.y += 22 + EDGE;
  return { width: d.width, height: d.y, items: d.items };
}

function drawHead(d: Drawing, sheet: Sheet, scored: ScoredSheet): void {
  const rounds = t("pad.paper.rounds", { n: scored.schedule.length });
  d.text(sheetTitle(sheet), EDGE, d.y + 24, "title");
  d.text(`${dateText(sheet)} · ${rounds}`, EDGE, d.y + 48, "text", "ink-2");
  d.y += 66;
}

function drawNames(d: Drawing, columns: readonly Column[]): void {
  for (const [at, column] of columns.entries()) d.cell(column.name, at, d.y + 20, "name");
  d.y += 28;
  d.rule(2, "ink");
  d.y += 2;
}

function drawRow(d: Drawing, row: Row, sheet: Sheet, scored: ScoredSheet, columns: readonly Column[]): void {
  if (row.kind === "rest") {
    const { first, last } = row;
    return drawNote(d, t(first === last ? "pad.rest.one" : "pad.rest", { first, last }), "ink-2");
  }
  if (row.kind === "line") return drawNote(d, lineText(row, columns), "ink-2");
  if (row.kind === "bonus") {
    for (const [at, points] of row.points.entries()) {
      if (points !== null) d.cell(signed(points), at, d.y + 20, "total", "good");
    }
    return drawNote(d, t("pad.perfect"), "ink-2");
  }
  d.text(String(row.round.number), EDGE, d.y + 28, "name", row.wrong ? "bad" : "ink-2");
  for (const [at, cell] of row.cells.entries()) if (cell) drawCell(d, row, cell, at);
  d.y += ROW;
  for (const problem of row.problems) {
    d.text(problemText({ sheet, scored }, problem), EDGE, d.y + 8, "small", "bad");
    d.y += 20;
  }
  d.rule(1, "line");
}

function drawNote(d: Drawing, text: string, ink: Ink): void {
  d.text(text, EDGE, d.y + 20, "small", ink);
  d.y += NARROW_ROW;
  d.rule(1, "line");
}

function lineText({ line }: LineRow, columns: readonly Column[]): string {
  const name = columns.find((column) => column.player === line.player)?.name ?? line.player;
  return t("pad.edit.adjust", { name, points: signed(line.points), reason: line.reason });
}

function drawCell(d: Drawing, row: RoundRow, cell: Cell, at: number): void {
  const nothing = t("pad.nothing");
  if (cell.score !== null && cell.total !== null) {
    const both = t("pad.cell", { won: cell.tricks ?? nothing, bid: cell.bid ?? nothing });
    d.cell(num(cell.total), at, d.y + 21, "total");
    d.cell(`${both}  ${signed(cell.score)}`, at, d.y + 38, "small", cell.bid === cell.tricks ? "ink-2" : "bad");
  } else if (cell.tricks !== null || row.wrong || row.outside) {
    const both = t("pad.cell", { won: cell.tricks ?? nothing, bid: cell.bid ?? nothing });
    d.cell(both, at, d.y + 28, "text", row.wrong ? "bad" : "ink-2");
  } else if (cell.bid !== null) {
    d.cell(row.round.concealed ? "•" : String(cell.bid), at, d.y + 21, "total");
    d.cell(t("pad.bid"), at, d.y + 38, "small", "ink-2");
  } else {
    d.cell(nothing, at, d.y + 28, "text", "ink-2");
  }
}

function drawStandings(d: Drawing, sheet: Sheet, scored: ScoredSheet): void {
  d.y += 24;
  d.text(t("pad.link.standings"), EDGE, d.y + 16, "head");
  d.y += 30;
  for (const standing of scored.standings) {
    d.rule(1, "line");
    const name = sheet.players.find((one) => one.id === standing.player)?.name ?? standing.player;
    const made = t("pad.cell", { won: standing.made, bid: standing.rounds });
    if (standing.rank !== null) d.text(rankText(standing.rank), EDGE, d.y + 26, "rank", "ink-2");
    const ink = standing.rank === 1 ? "accent" : "ink";
    const room = d.inner - NUMBERS - 200;
    d.items.push({ kind: "text", text: name, x: EDGE + NUMBERS, y: d.y + 26, font: "name", ink, align: "left", room });
    d.text(`${t("pad.paper.made")}: ${made}`, EDGE + d.inner - 70, d.y + 25, "small", "ink-2", "right");
    d.text(num(standing.total), EDGE + d.inner, d.y + 26, "total", "ink", "right");
    d.y += 38;
  }
}
