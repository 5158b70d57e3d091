/** Things that move: only transform and opacity, by the browser's own animations. */
import type { Stage } from "./stage.svelte";

export interface Move {
  readonly frames: Keyframe[];
  /** In ms at normal speed. */
  readonly time: number;
  readonly delay?: number;
  readonly easing?: string;
  readonly fill?: FillMode;
}

export const EASE_OUT = "cubic-bezier(0.2, 0.8, 0.2, 1)";
export const EASE_IN_OUT = "cubic-bezier(0.6, 0, 0.2, 1)";

/** Move an element on behalf of the step that is shown; nothing happens with reduced motion. */
export function move(stage: Stage, element: Element, { frames, time, delay = 0, easing = EASE_OUT, fill = "backwards" }: Move): void {
  const { pace } = stage;
  if (pace === 0 || typeof element.animate !== "function") return;
  stage.track(element.animate(frames, { duration: time * pace, delay: delay * pace, easing, fill }));
}

/** The frame in which an element at `to` looks as if it were at `from`. */
export function asIfAt(from: DOMRect, to: DOMRect): string {
  const scale = to.width > 0 ? from.width / to.width : 1;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** A small box in the middle of a plate: where cards come from and go to. */
export function plateRect(seat: number, width: number): DOMRect | null {
  const plate = document.querySelector(`[data-seat="${seat}"]`);
  if (plate === null) return null;
  const box = plate.getBoundingClientRect();
  return new DOMRect(box.left + box.width / 2 - width / 2, box.top + box.height / 2 - width * 0.7, width, width * 1.4);
}
