import { useReactFlow } from '@xyflow/react';
import { useEffect, useRef, type RefObject } from 'react';
import { TRIGGER, type Drawing } from '../graph/layout';

const GLIDE_MS = 200;
const MARGIN = 24;
const READABLE = 0.75;

export const glide = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : GLIDE_MS);

/**
 * Keeps what matters in the window: the trigger at first, then what is picked.
 * @returns brings a step into the window
 */
export function useViewport(frame: RefObject<HTMLDivElement | null>, drawing: Drawing, shown: string | undefined) {
  const { fitView, getViewport, setViewport } = useReactFlow();
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
  // What was in the middle stays there when a panel takes its room, or a phone is turned.
  useEffect(() => {
    let width = 0;
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0;
      if (width === 0 && now > 0) begin.current();
      else if (now > 0) {
        const { x, y, zoom } = getViewport();
        void setViewport({ x: x + (now - width) / 2, y, zoom });
      }
      width = now || width;
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [getViewport, setViewport]);
  const show = useRef(reveal);
  useEffect(() => {
    show.current = reveal;
  });
  useEffect(() => {
    if (shown === undefined) return;
    // The panel beside the drawing takes its room first.
    const timer = setTimeout(() => show.current(shown), 60);
    return () => clearTimeout(timer);
  }, [shown]);
  return reveal;

  /** Begins at the trigger, in a size that can be read. */
  function start() {
    const size = frame.current?.getBoundingClientRect();
    const box = drawing.boxes.get(TRIGGER);
    if (!size || !box) return;
    if (drawing.width <= size.width && drawing.height <= size.height) return void fitView({ maxZoom: 1 });
    const zoom = Math.min(1, Math.max(READABLE, size.width / drawing.width));
    void setViewport({ x: size.width / 2 - (box.x + box.width / 2) * zoom, y: MARGIN - box.y * zoom, zoom });
  }
}
