'use client';

import type { AutomationGraph } from '@dundun/domain';
import { ChoicePart, EventPart, SegmentPart } from './panel-parts';
import { withKey } from './panel-props';
import { WherePart } from './where-part';
import { words } from './words';

const { goal: said } = words;
type Kind = keyof typeof said.kinds;

interface GoalPartProps {
  graph: AutomationGraph;
  change: (part: Partial<AutomationGraph>) => void;
}

/** What people should do. */
export function GoalPart({ graph: { goal }, change }: GoalPartProps) {
  const kind: Kind = !goal ? 'none' : 'event' in goal ? 'event' : 'segment';
  const become = (to: Kind) =>
    change({ goal: to === 'none' ? undefined : to === 'event' ? { event: '' } : { segment: '' } });
  return (
    <section aria-label={said.title} className="grid gap-4 border-t pt-4">
      <div>
        <h3 className="text-sm font-semibold">{said.title}</h3>
        <p className="text-[13px] text-muted">{said.text}</p>
      </div>
      <ChoicePart label={said.kind} value={kind} options={said.kinds} onChange={become} />
      {goal && 'event' in goal && (
        <>
          <EventPart value={goal.event} onChange={(event) => change({ goal: { ...goal, event } })} />
          <WherePart
            event={goal.event}
            where={goal.where ?? []}
            onChange={(where) => change({ goal: withKey(goal, 'where', where.length > 0 ? where : undefined) })}
          />
        </>
      )}
      {goal && 'segment' in goal && (
        <SegmentPart label={words.segment} value={goal.segment} onChange={(segment) => change({ goal: { segment } })} />
      )}
    </section>
  );
}
