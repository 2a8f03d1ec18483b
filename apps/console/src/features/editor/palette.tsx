'use client';

import type { Block } from '@dundun/domain/mail-design';
import { Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useWorkspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { ADDED } from './canvas';
import { copyOf } from './design-edits';
import { ICONS } from './icons';
import { KINDS, newBlock } from './new-block';
import { useDeleteBlock, useSaveBlock, useSavedBlocks } from './queries';
import type { DesignActions } from './use-design';
import { words } from './words';

/** The blocks that can be added, by a press or by dragging them into the mail. */
export function Palette({ actions }: { actions: DesignActions }) {
  const { data } = useSavedBlocks();
  const forget = useDeleteBlock();
  const save = useSaveBlock();
  const brand = useWorkspace().data;
  const saved = data?.data ?? [];
  return (
    <section aria-label={words.blocks} className="grid content-start gap-2">
      <h2 className="text-[13px] font-semibold">{words.blocks}</h2>
      <div className="grid grid-cols-4 gap-1.5 sm:grid-cols-6 lg:grid-cols-2">
        {KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <button
              key={kind}
              type="button"
              draggable
              onDragStart={(event) => event.dataTransfer.setData(ADDED, kind)}
              onClick={() => actions.add(newBlock(kind, brand))}
              className="grid min-h-16 min-w-0 place-items-center gap-1 rounded-lg border bg-surface px-1 py-2 text-center text-[12px] leading-4 shadow-shade transition-colors hover:border-line-strong hover:bg-sunken"
            >
              <Icon className="size-4.5 text-muted" aria-hidden="true" />
              <span className="w-full">{words.kinds[kind]}</span>
            </button>
          );
        })}
      </div>
      <p className="hidden text-[12px] text-muted lg:block">{words.blocksHint}</p>
      <h2 className="mt-3 text-[13px] font-semibold">{words.savedBlocks}</h2>
      {saved.length === 0 && <p className="text-[12px] text-muted">{words.noSavedBlocks}</p>}
      <ul className="grid gap-1">
        {saved.map(({ id, name, block }) => (
          <li key={id} className="flex items-center gap-1">
            <button
              type="button"
              draggable
              onDragStart={(event) => event.dataTransfer.setData(ADDED, JSON.stringify(block))}
              onClick={() => actions.add(copyOf(block as unknown as Block))}
              className="min-h-8 min-w-0 flex-1 truncate rounded-lg border bg-surface px-2.5 text-left text-[13px] hover:bg-sunken"
              title={name}
            >
              {name}
            </button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={words.deleteSaved({ name })}
              onClick={() =>
                forget.mutate(id, {
                  onSuccess: () =>
                    toast.undoable(
                      words.savedDeleted({ name }),
                      () => save.mutateAsync({ name, block }),
                      words.blockSaved({ name }),
                    ),
                  onError: toast.failure,
                })
              }
            >
              <Trash2 />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
