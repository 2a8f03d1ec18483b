'use client';

const COUNT = 34;
const WIDTH = 640;
const HEIGHT = 960;

const CORDS = Array.from({ length: COUNT }, (_, index) => {
  const across = index / (COUNT - 1);
  const rim = Math.round(-260 + across * (WIDTH + 520));
  const waist = Math.round(WIDTH / 2 + (across - 0.5) * 150);
  return {
    path: `M${rim} -40C${rim} 220 ${waist} 248 ${waist} 400S${rim} 750 ${rim} ${HEIGHT + 40}`,
    isOchre: index % 11 === 5,
    nearness: 1 - Math.abs(across - 0.5) * 2,
  };
});

/** The cords of a drum, from skin to skin through the waist. */
export function Cords() {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      aria-hidden="true"
      fill="none"
    >
      {CORDS.map(({ path, isOchre, nearness }) => (
        <path
          key={path}
          d={path}
          stroke={isOchre ? 'oklch(0.78 0.13 66)' : 'oklch(0.97 0.01 85)'}
          strokeWidth={isOchre ? 1.6 : 1}
          opacity={isOchre ? 0.85 : (0.12 + 0.2 * nearness).toFixed(2)}
        />
      ))}
      <rect y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} fill="url(#ground)" />
      <defs>
        <linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(0.3 0.11 276)" stopOpacity="0" />
          <stop offset="0.75" stopColor="oklch(0.3 0.11 276)" />
        </linearGradient>
      </defs>
    </svg>
  );
}
