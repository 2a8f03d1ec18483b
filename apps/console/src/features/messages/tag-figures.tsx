import type { TagView } from './queries';
import { words } from './words';

const FIGURES = ['messages', 'delivered', 'bounced', 'complained', 'opened', 'clicked'] as const;

/** The delivery of the messages with one tag in the last 30 days. */
export const TagFigures = ({ figures }: { figures: TagView }) => (
  <dl
    aria-label={words.figures}
    className="mb-4 grid grid-cols-2 gap-4 rounded-xl border bg-surface px-5 py-4 shadow-shade sm:grid-cols-6"
  >
    {FIGURES.map((name) => (
      <div key={name}>
        <dt className="text-[13px] text-muted">{words.figure[name]}</dt>
        <dd className="text-lg font-semibold tabular-nums">{figures[name]}</dd>
      </div>
    ))}
  </dl>
);
