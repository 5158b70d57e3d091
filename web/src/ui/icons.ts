/** Icons: strokes of 2 on a 20 grid, round ends. One set, drawn here. */
export const ICONS = {
  pad: "M4 3h12v14H4zM4 7.5h12M8.5 7.5V17",
  stack: "M3 6l8-3 3 9-8 3zM14 5h3v12H8",
  back: "M12 4l-6 6 6 6",
  go: "M8 4l6 6-6 6",
  check: "M4 10.5l4 4 8-9",
  cross: "M5 5l10 10M15 5L5 15",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  undo: "M7 5L3 9l4 4M3.5 9H12a4.5 4.5 0 0 1 0 8H8",
  stop: "M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15zM4.8 4.8l10.4 10.4",
  help: "M7 7.5a3 3 0 1 1 4 2.8c-.7.3-1 .9-1 1.7M10 15.5h.01",
  chart: "M3 3v14h14M6 13l3.5-4 3 2.5L17 6",
  gear: "M3 6h8M15 6h2M3 14h2M9 14h8M15 6a2 2 0 1 1-4 0a2 2 0 1 1 4 0M9 14a2 2 0 1 1-4 0a2 2 0 1 1 4 0",
  share: "M10 12V3M6.5 6L10 2.8 13.5 6M4 11v6h12v-6",
  info: "M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15zM10 9.5V14M10 6.3h.01",
  moon: "M16 12.5A7 7 0 1 1 8 3.5a5.5 5.5 0 0 0 8 9z",
  sun: "M10 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7zM10 2v1M10 17v1M2 10h1M17 10h1M4.3 4.3l.7.7M15 15l.7.7M4.3 15.7l.7-.7M15 5l.7-.7",
  up: "M4 12l6-6 6 6",
  down: "M4 8l6 6 6-6",
  link: "M8.5 11.5a3 3 0 0 0 4.3.2l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3-.2l-3 3a3 3 0 0 0 4.3 4.3l1-1",
  copy: "M7 7h10v10H7zM13 7V3H3v10h4",
  keyboard: "M2.5 5h15v10h-15zM6 8.5h.01M10 8.5h.01M14 8.5h.01M6.5 12h7",
  person: "M10 3a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7zM3.5 17.5c0-3.6 2.9-5 6.5-5s6.5 1.4 6.5 5",
  leave: "M8 3H4v14h4M8 10h9M13.5 6.5L17 10l-3.5 3.5",
} as const;

export type IconName = keyof typeof ICONS | "dots";
