'use client';

import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { compact, count } from '@/lib/format';
import { labelStep, linePath, ticksTo, type Series } from './scale';
import { words } from './words';

interface PlotProps {
  title: string;
  series: Series[];
  kind: 'line' | 'bars';
  width: number;
  short: (iso: string) => string;
  said: (iso: string) => string;
}

const HEIGHT = 190;
const LEFT = 36;
const BOTTOM = 20;
const TOP = 8;
const STROKES = ['stroke-series-1', 'stroke-series-2', 'stroke-series-3', 'stroke-series-4'];
const FILLS = ['fill-series-1', 'fill-series-2', 'fill-series-3', 'fill-series-4'];

/** The picture of a chart. The pointer and the arrow keys read out one point at a time. */
export function Plot({ title, series, kind, width, short, said }: PlotProps) {
  const [at, setAt] = useState<number | null>(null);
  const points = series[0]?.points ?? [];
  const ticks = ticksTo(Math.max(0, ...series.flatMap((each) => each.points.map(({ value }) => value ?? 0))));
  const most = ticks.at(-1) ?? 1;
  const inner = width - LEFT - 4;
  const slot = inner / Math.max(1, points.length);
  const x = (index: number) =>
    kind === 'bars' ? LEFT + slot * (index + 0.5) : LEFT + (inner * index) / Math.max(1, points.length - 1);
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const every = labelStep(
    points.map(({ at: time }) => short(time)),
    inner,
  );

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const from = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    const index = kind === 'bars' ? Math.floor(from / slot) : Math.round((from / inner) * (points.length - 1));
    setAt(Math.max(0, Math.min(points.length - 1, index)));
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(points.length - 1, (at ?? points.length) + step)));
  };

  const chosen = at === null ? undefined : points[at];
  return (
    <div className="relative">
      <svg
        role="img"
        aria-label={title}
        tabIndex={0}
        width={width}
        height={HEIGHT}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={press}
        className="block touch-pan-y rounded focus-visible:outline-offset-0"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - 4} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={LEFT - 6} y={y(tick) + 3.5} textAnchor="end" className="fill-muted text-[11px]">
              {compact(tick)}
            </text>
          </g>
        ))}
        {points.map(({ at: time }, index) =>
          index % every === 0 ? (
            <text
              key={time}
              x={x(index)}
              y={HEIGHT - 5}
              textAnchor={index === 0 && kind === 'line' ? 'start' : x(index) > width - 24 ? 'end' : 'middle'}
              className="fill-muted text-[11px]"
            >
              {short(time)}
            </text>
          ) : null,
        )}
        {at !== null && <line x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} className="stroke-line-strong" />}
        {series.map(({ name, points: own }, order) =>
          kind === 'bars' ? (
            <g key={name} className={FILLS[order % FILLS.length]}>
              {own.map(({ at: time, value }, index) => {
                const bar = Math.max(1, (slot * 0.7) / series.length);
                const top = y(value ?? 0);
                return (
                  <rect
                    key={time}
                    x={x(index) - (bar * series.length) / 2 + bar * order}
                    y={top}
                    width={bar}
                    height={Math.max(0, HEIGHT - BOTTOM - top)}
                    rx={Math.min(2, bar / 3)}
                  />
                );
              })}
            </g>
          ) : (
            <path
              key={name}
              d={linePath(
                own.map(({ value }) => value),
                x,
                y,
              )}
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              className={STROKES[order % STROKES.length]}
            />
          ),
        )}
      </svg>
      <p
        aria-live="polite"
        className="pointer-events-none absolute top-1 rounded-lg border bg-surface px-2.5 py-1.5 text-xs shadow-lifted empty:hidden"
        style={at === null ? undefined : x(at) > width / 2 ? { right: width - x(at) + 8 } : { left: x(at) + 8 }}
      >
        {chosen && at !== null && (
          <>
            <span className="block font-medium">{said(chosen.at)}</span>
            {series.map(({ name, points: own }) => {
              const value = own[at]?.value ?? null;
              return (
                <span key={name} className="block text-muted tabular-nums">
                  {name}: {value === null ? words.unknown : count(value)}
                </span>
              );
            })}
          </>
        )}
      </p>
    </div>
  );
}
