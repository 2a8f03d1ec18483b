import { useMemo } from 'react';
import { encode } from 'uqr';

/** Four modules of quiet around the code, as scanners expect them. */
const QUIET = 4;

/** A QR code, black on white in both themes, because scanners expect that, too. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data } = encode(text, { border: QUIET });
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(''), size: data.length };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-lg border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
