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
