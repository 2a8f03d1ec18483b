/** One point of a series; null is unknown, which a line leaves open. */
interface Point {
  /** The start of the day, hour or minute, as ISO 8601. */
  at: string;
  value: number | null;
}

export interface Series {
  name: string;
  points: Point[];
}

/** Returns 2 to 5 round steps from 0 that reach the largest value. */
export function ticksTo(largest: number): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * size).find((each) => each >= rough) ?? rough;
  const whole = Math.max(step, Number.isInteger(largest) ? 1 : step);
  return Array.from({ length: Math.ceil(largest / whole) + 1 }, (_, index) => index * whole);
}

/** Returns the path of a line, broken where a value is unknown. */
export function linePath(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
) {
  let isOpen = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const command = isOpen ? 'L' : 'M';
      isOpen = true;
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

const [LETTER, LEAST] = [6, 72];

/**
 * Returns of how many labels in a row one is drawn, so that none touches another: the first and the last of a line stand beside
 * their point, so that half a width more is needed.
 * @param width of the axis, in pixels
 */
export function labelStep(labels: readonly string[], width: number): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length * LETTER));
  const room = Math.max(LEAST, 1.5 * longest + LETTER);
  return Math.max(1, Math.ceil(labels.length / Math.max(2, Math.floor(width / room))));
}
