'use client';

import type { Block, MailDesign } from '@dundun/domain/mail-design';
import { Redo2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Segmented } from '@/components/ui/segmented';
import { toast } from '@/lib/toast';
import { BlockPanel, NoBlock } from './block-panel';
import { Canvas } from './canvas';
import { ChecksPanel } from './checks-panel';
import { blockOf, type AnyBlock } from './design-edits';
import { Palette } from './palette';
import { useSaveBlock, type TrialBody } from './queries';
import { ThemePanel } from './theme-panel';
import { useDesign } from './use-design';
import { words } from './words';

interface VisualEditorProps {
  id: string;
  design: MailDesign;
  /** The last change came from undo, redo or another language. */
  generation: number;
  change: (next: MailDesign, key?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  trial: TrialBody;
}

type Tab = 'block' | 'style' | 'checks';
const TABS: { value: Tab; label: string }[] = [
  { value: 'block', label: words.block },
  { value: 'style', label: words.style },
  { value: 'checks', label: words.checks },
];

/** Palette, canvas and settings of a design. */
export function VisualEditor(props: VisualEditorProps) {
  const { id, design, generation, change, undo, redo, canUndo, canRedo, trial } = props;
  const [tab, setTab] = useState<Tab>('block');
  const [saving, setSaving] = useState<AnyBlock | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const edit = useCallback(() => {
    setTab('block');
    requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>('[data-settings] :is(button,input,select,textarea)')?.focus(),
    );
  }, []);
  const { selected, actions, said } = useDesign({ design, change, generation, onEdit: edit });
  const block = selected === null ? undefined : blockOf(design, selected);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isText = (event.target as HTMLElement).closest('input, textarea, [contenteditable]');
      if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [undo, redo]);

  return (
    <div className="grid gap-4 lg:grid-cols-[11rem_minmax(0,1fr)_17rem]">
      <Palette actions={actions} />
      <div className="min-w-0">
        <div className="mb-2 flex items-center gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label={words.undo}
            title={words.undo}
            disabled={!canUndo}
            onClick={undo}
          >
            <Undo2 />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={words.redo}
            title={words.redo}
            disabled={!canRedo}
            onClick={redo}
          >
            <Redo2 />
          </Button>
          <p className="hidden min-w-0 truncate pl-2 text-[12px] text-muted xl:block">{words.canvasHint}</p>
        </div>
        <Canvas design={design} selected={selected} actions={actions} onSaveBlock={setSaving} />
        <p className="sr-only" aria-live="polite">
          {said}
        </p>
      </div>
      <section
        ref={panel}
        aria-label={words.panel}
        className="grid content-start gap-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:pr-1"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && block)
            document.querySelector<HTMLElement>(`[data-block="${block.id}"]`)?.focus();
        }}
      >
        <Segmented label={words.panel} value={tab} options={TABS} onChange={setTab} />
        {tab === 'block' &&
          (block ? (
            <BlockPanel key={block.id} block={block} update={(what) => actions.update(block.id, what)} />
          ) : (
            <NoBlock />
          ))}
        {tab === 'style' && (
          <ThemePanel
            theme={design.theme}
            update={(what) =>
              change({ ...design, theme: { ...design.theme, ...what } }, `theme ${Object.keys(what).join()}`)
            }
          />
        )}
        {tab === 'checks' && (
          <ChecksPanel
            id={id}
            body={trial}
            onShow={(found) => {
              actions.select(found);
              setTab('block');
              document.querySelector<HTMLElement>(`[data-block="${found}"]`)?.focus();
            }}
          />
        )}
      </section>
      {saving && <SaveBlockDialog block={saving} onClose={() => setSaving(null)} />}
    </div>
  );
}

function SaveBlockDialog({ block, onClose }: { block: AnyBlock; onClose: () => void }) {
  const save = useSaveBlock();
  return (
    <Dialog open onOpenChange={onClose} title={words.saveBlockTitle}>
      <Form
        initial={{ name: words.kinds[block.kind] }}
        submit={words.saveBlock}
        save={async ({ name }) => {
          await save.mutateAsync({ name, block: { background: null, ...block } as Block });
          toast.success(words.blockSaved({ name }));
          onClose();
        }}
      >
        <TextField name="name" label={words.blockName} required maxLength={100} autoFocus />
      </Form>
    </Dialog>
  );
}
