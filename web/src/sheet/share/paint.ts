/** A picture on a canvas, and as a PNG. */

import type { Item, Picture } from "./picture";

const DISPLAY = "Bricolage Grotesque Variable";
const TEXT = "Figtree Variable";
const FONTS = {
  title: `700 26px "${DISPLAY}"`,
  head: `700 18px "${DISPLAY}"`,
  rank: `700 17px "${DISPLAY}"`,
  name: `650 16px "${TEXT}"`,
  total: `650 19px "${TEXT}"`,
  small: `400 13px "${TEXT}"`,
  text: `400 15px "${TEXT}"`,
} as const;

/** Pixels to a CSS pixel: sharp on phones. */
export const SHARPNESS = 2;

const MARK = "M22 2a20 20 0 1 1-9.6 37.5L3.5 42.5l2.6-8.2A20 20 0 0 1 22 2z";
const STAR = "M22 10l2.9 9.1L34 22l-9.1 2.9L22 34l-2.9-9.1L10 22l9.1-2.9z";

/** `text`, or as much of it as fits with "…". */
export function fitted(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join("").trimEnd()}…`) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** The picture as a PNG, in the colours of the page. Throws where the browser gives no canvas. */
export async function pngOf(picture: Picture): Promise<Blob> {
  await Promise.all(Object.values(FONTS).map((font) => document.fonts.load(font)));
  const canvas = document.createElement("canvas");
  canvas.width = picture.width * SHARPNESS;
  canvas.height = picture.height * SHARPNESS;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(SHARPNESS, SHARPNESS);
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string): string => style.getPropertyValue(`--${token}`);
  context.fillStyle = colour("sheet");
  context.fillRect(0, 0, picture.width, picture.height);
  for (const item of picture.items) paint(context, item, colour);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

function paint(context: CanvasRenderingContext2D, item: Item, colour: (token: string) => string): void {
  if (item.kind === "mark") {
    const { x, y, size } = item;
    context.save();
    context.translate(x, y);
    context.scale(size / 44, size / 44);
    context.fillStyle = colour("accent");
    context.fill(new Path2D(MARK));
    context.fillStyle = colour("sheet");
    context.fill(new Path2D(STAR));
    context.restore();
    return;
  }
  context.fillStyle = colour(item.ink);
  if (item.kind === "box") {
    context.fillRect(item.x, item.y, item.width, item.height);
    return;
  }
  context.font = FONTS[item.font];
  context.textAlign = item.align;
  context.fillText(fitted(item.text, item.room, (text) => context.measureText(text).width), item.x, item.y);
}
