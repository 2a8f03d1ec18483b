import { linePath } from './scale';

const WIDTH = 72;
const HEIGHT = 20;

/** A line without axes beside its number. Decoration: the number and its trend are text. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => 1 + (index / (values.length - 1)) * (WIDTH - 2);
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4));
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="shrink-0 overflow-visible">
      <path
        d={linePath(values, x, y)}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        className="stroke-series-1"
      />
    </svg>
  );
}
