import type { SegmentNode } from '@dundun/domain';
import { Filter, Shapes } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { May } from '@/features/session/may';
import type { AddActionsProps } from '@/features/segments/builder/add-actions';
import type { ConditionKind } from '@/features/segments/builder/condition-kinds';
import { segmentPath } from './conditions';
import type { PeopleFilterState } from './use-people-filters';
import { words } from './words';

const Kinds = lazyMenu<AddActionsProps>(() =>
  import('@/features/segments/builder/add-actions').then(({ AddActions: loaded }) => loaded),
);
const ConditionChips = dynamic(() => import('./condition-chips').then(({ ConditionChips: loaded }) => loaded));
const ConditionDialog = dynamic(() => import('./condition-dialog').then(({ ConditionDialog: loaded }) => loaded));

/** What is asked for: the kind of a new condition, or one to change. */
type Asked = { kind: ConditionKind } | { index: number; condition: SegmentNode };

/** Adds conditions to the filter, shows them, and saves them as a segment. */
export function ConditionBar({ filters }: { filters: PeopleFilterState }) {
  const { conditions, setConditions } = filters;
  const [asked, setAsked] = useState<Asked | null>(null);
  const path = filters.search === '' ? segmentPath(filters) : null;
  const apply = (condition: SegmentNode) => {
    if (asked) setConditions('kind' in asked ? [...conditions, condition] : conditions.with(asked.index, condition));
    setAsked(null);
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Kinds
        onAdd={(kind) => setAsked({ kind })}
        trigger={
          <Button variant="outline">
            <Filter /> {words.addCondition}
          </Button>
        }
      />
      {conditions.length > 0 && (
        <ConditionChips
          conditions={conditions}
          onEdit={(index) => setAsked({ index, condition: conditions[index] as SegmentNode })}
          onRemove={(index) => setConditions(conditions.toSpliced(index, 1))}
        />
      )}
      {path && (
        <May call="createSegment">
          <Button asChild variant="ghost">
            <Link href={path} prefetch={false}>
              <Shapes /> {words.saveAsSegment}
            </Link>
          </Button>
        </May>
      )}
      {asked && (
        <ConditionDialog
          of={'kind' in asked ? asked.kind : asked.condition}
          onApply={apply}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
