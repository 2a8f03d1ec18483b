import { Keyboard, Redo2, Undo2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { sayError } from '@/lib/say-error';
import { AutomationMenu } from '../automation-menu';
import { words as flow } from '../flow/words';
import type { AutomationDetail } from '../queries';
import { StateBadge } from '../state-badge';
import { words as all } from '../words';
import type { DrawingState } from './use-drawing';
import type { Saving, SaveState } from './use-saving';
import { words } from './words';

export const VIEWS = ['drawing', 'outline'] as const;
type View = (typeof VIEWS)[number];
/** What is asked before something is done. */
export type EditorDialog = 'publish' | 'try' | 'keys';

interface EditorHeadProps {
  automation: AutomationDetail;
  name: string;
  onName: (name: string) => void;
  view: View;
  onView: (view: View) => void;
  drawing: Pick<DrawingState, 'canUndo' | 'canRedo' | 'undo' | 'redo'>;
  saving: Saving;
  /** How many there are. */
  problems: number;
  isListed: boolean;
  onList: () => void;
  canEdit: boolean;
  isReadOnly: boolean;
  onDialog: (dialog: EditorDialog) => void;
  onReload: () => void;
}

/** The name of the automation, whether it is saved, and what can be done with it. */
export function EditorHead(props: EditorHeadProps) {
  const { automation, name, view, drawing, saving, problems, isListed, canEdit, isReadOnly } = props;
  const { onName, onView, onList, onDialog, onReload } = props;
  const router = useRouter();
  return (
    <header className="grid gap-2 border-b bg-background px-4 pt-3 pb-2.5 sm:px-6">
      <div className="-mb-2 flex items-center justify-between gap-4">
        <BackLink href="/automations" label={all.back} />
        <Saved state={saving.state} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2">
          <span className="sr-only">{name}</span>
          <Input
            aria-label={words.name}
            dir="auto"
            value={name}
            maxLength={100}
            autoComplete="off"
            disabled={!canEdit}
            aria-invalid={name.trim() === '' || undefined}
            onChange={({ target }) => onName(target.value)}
            className="field-sizing-content w-auto! max-w-full min-w-24! border-transparent! bg-transparent! text-lg! font-semibold tracking-tight shadow-none! hover:border-line-strong! focus-visible:border-ring!"
          />
          <StateBadge automation={automation} />
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={flow.view}
            value={view}
            options={[
              { value: 'drawing', label: flow.drawing },
              { value: 'outline', label: flow.list },
            ]}
            onChange={(next) => onView(next)}
          />
          {canEdit && (
            <span className="flex rounded-lg border bg-surface shadow-shade">
              <Button
                variant="ghost"
                size="icon"
                aria-label={words.undo}
                title={`${words.undo} (⌘Z)`}
                disabled={!drawing.canUndo}
                onClick={drawing.undo}
              >
                <Undo2 />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={words.redo}
                title={`${words.redo} (⇧⌘Z)`}
                disabled={!drawing.canRedo}
                onClick={drawing.redo}
              >
                <Redo2 />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                className="max-sm:hidden!"
                aria-label={words.keys}
                onClick={() => onDialog('keys')}
              >
                <Keyboard />
              </Button>
            </span>
          )}
          <Button
            variant="outline"
            aria-expanded={isListed}
            onClick={() => onList()}
            className={problems > 0 ? 'text-danger!' : ''}
          >
            {problems > 0 ? words.problems({ n: problems }) : words.ready}
          </Button>
          {automation.live_version !== null && (
            <Button asChild variant="outline">
              <Link href={`/automations/${automation.id}`}>{words.live}</Link>
            </Button>
          )}
          {canEdit && (
            <Button variant="outline" onClick={() => onDialog('try')}>
              {words.trial}
            </Button>
          )}
          {canEdit && <Button onClick={() => onDialog('publish')}>{words.publish}</Button>}
          <span className="rounded-lg border bg-surface shadow-shade empty:hidden">
            <AutomationMenu automation={automation} onDeleted={() => router.push('/automations')} />
          </span>
        </div>
      </div>
      {name.trim() === '' && <FormError text={words.nameMissing} />}
      {saving.state === 'failed' && <FormError text={sayError(saving.error)} />}
      {saving.state === 'conflict' && (
        <div className="flex flex-wrap items-center gap-2">
          <FormError text={words.conflictText} />
          <Button variant="outline" onClick={onReload}>
            {words.reload}
          </Button>
        </div>
      )}
      {isReadOnly && <p className="rounded-lg bg-sunken px-3 py-2 text-[13px] text-muted">{words.readOnly}</p>}
    </header>
  );
}

const Saved = ({ state }: { state: SaveState }) => (
  <span
    role="status"
    data-saving={state}
    className={state === 'failed' || state === 'conflict' ? 'text-[13px] text-danger' : 'text-[13px] text-muted'}
  >
    {words.saving[state]}
  </span>
);
