import { useReactFlow, type Viewport } from '@xyflow/react';
import { useEffect, useRef, type RefObject } from 'react';
import { TRIGGER, type Drawing } from '../graph/layout';

const GLIDE_MS = 200;
const MARGIN = 24;
/** Of a drawing in which steps are written. */
export const READABLE = 0.75;
export const ZOOM = { least: 0.1, most: 1.5 };

export const glide = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : GLIDE_MS);

/**
 * Keeps what matters in the window: all of it, or the trigger at first, then what is picked.
 * @param isWhole whether it begins with all steps, and keeps them in the window until somebody moves it
 * @returns brings a step into the window
 */
export function useViewport(
  frame: RefObject<HTMLDivElement | null>,
  drawing: Drawing,
  shown: string | undefined,
  isWhole: boolean,
) {
  const { getViewport, setViewport } = useReactFlow();
  const begun = useRef<Viewport | null>(null);
  /** Brings a place into the window. */
  const reveal = (step: string) => {
    const box = drawing.boxes.get(step);
    const size = frame.current?.getBoundingClientRect();
    if (!box || !size) return;
    const { x, y, zoom } = getViewport();
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    const [right, bottom] = [left + box.width * zoom, top + box.height * zoom];
    const by = {
      x: left < MARGIN ? MARGIN - left : right > size.width - MARGIN ? size.width - MARGIN - right : 0,
      y: top < MARGIN ? MARGIN - top : bottom > size.height - MARGIN ? size.height - MARGIN - bottom : 0,
    };
    if (by.x || by.y) void setViewport({ x: x + by.x, y: y + by.y, zoom }, { duration: glide() });
  };
  const begin = useRef(start);
  const show = useRef(reveal);
  useEffect(() => {
    begin.current = start;
    show.current = reveal;
  });
  // What was in the middle stays there when a panel takes its room, or a phone is turned.
  useEffect(() => {
    let width = 0;
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0;
      if (now === 0) return;
      const { x, y, zoom } = getViewport();
      if (width === 0 || (isWhole && isUnmoved(begun.current, { x, y, zoom }))) begin.current();
      else void setViewport({ x: x + (now - width) / 2, y, zoom });
      width = now;
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame, isWhole, getViewport, setViewport]);
  // Another drawing, such as that of the version when it has arrived.
  useEffect(() => {
    if (isWhole && isUnmoved(begun.current, getViewport())) begin.current();
  }, [drawing, isWhole, getViewport]);
  useEffect(() => {
    if (shown === undefined) return;
    // The panel beside the drawing takes its room first.
    const timer = setTimeout(() => show.current(shown), 60);
    return () => clearTimeout(timer);
  }, [shown]);
  return reveal;

  /** Begins with all of it where that is small enough or wanted, else at the trigger, in a size that can be read. */
  function start() {
    const size = frame.current?.getBoundingClientRect();
    const box = drawing.boxes.get(TRIGGER);
    if (!size || !box) return;
    const whole = Math.min(1, size.width / drawing.width, size.height / drawing.height);
    if (whole === 1 || (isWhole && whole >= ZOOM.least)) {
      const [x, y] = [(size.width - drawing.width * whole) / 2, (size.height - drawing.height * whole) / 2];
      begun.current = { x, y, zoom: whole };
    } else {
      const zoom = Math.min(1, Math.max(READABLE, size.width / drawing.width));
      begun.current = { x: size.width / 2 - (box.x + box.width / 2) * zoom, y: MARGIN - box.y * zoom, zoom };
    }
    void setViewport(begun.current);
  }
}

const isUnmoved = (begun: Viewport | null, now: Viewport): boolean =>
  begun !== null && Math.hypot(now.x - begun.x, now.y - begun.y) < 1 && Math.abs(now.zoom - begun.zoom) < 0.001;
