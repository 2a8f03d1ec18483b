import type { SegmentNode } from '@dundun/domain';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { newCondition, type ConditionKind } from '@/features/segments/builder/condition-kinds';
import { ConditionFields, Faults } from '@/features/segments/builder/condition-row';
import { BuilderContext, useNodeFaults, type BuilderActions } from '@/features/segments/builder/context';
import { aGroup, leafFrom, readDraft, type DraftFault, type DraftLeaf } from '@/features/segments/builder/draft';
import { words } from './words';

interface ConditionDialogProps {
  /** The kind of a new condition, or the condition to change. */
  of: ConditionKind | SegmentNode;
  onApply: (condition: SegmentNode) => void;
  onClose: () => void;
}

const nothing = () => undefined;

/** Asks for a condition with the fields of the segment builder. */
export function ConditionDialog({ of, onApply, onClose }: ConditionDialogProps) {
  const [node, setNode] = useState<DraftLeaf>(
    () => (typeof of === 'string' ? newCondition(of) : leafFrom(of)) ?? newCondition('attribute'),
  );
  const [isTried, setTried] = useState(false);
  const { tree, faults } = useMemo(() => readDraft(aGroup('all', [node])), [node]);
  const actions = useMemo((): BuilderActions => {
    const shown: readonly DraftFault[] = isTried ? faults : [];
    return {
      ...{ faults: shown, dragged: null, fresh: null, drag: nothing, add: nothing, move: nothing, step: nothing },
      change: (_, change) => setNode((now) => change(now) as DraftLeaf),
    };
  }, [faults, isTried]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={typeof of === 'string' ? words.addConditionTitle : words.changeConditionTitle}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (tree) onApply(tree);
        }}
      >
        <BuilderContext value={actions}>
          <Fields node={node} />
        </BuilderContext>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit">{words.apply}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Suggestions open below their field, which needs room. */
function Fields({ node }: { node: DraftLeaf }) {
  const faults = useNodeFaults(node);
  return (
    <div className="min-h-56">
      <div className="flex flex-wrap items-start gap-2">
        <ConditionFields node={node} faults={faults} />
      </div>
      <Faults faults={faults} />
    </div>
  );
}
