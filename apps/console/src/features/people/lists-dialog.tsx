import type { ChangeListsBody } from '@dundun/client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Textarea } from '@/components/ui/input';
import { useLists } from '@/features/lists/queries';
import { sayError } from '@/lib/say-error';
import { useChangeLists } from './bulk';
import { words } from './bulk-words';

interface ListsDialogProps {
  /** Whether the people are added or removed. */
  kind: 'add' | 'remove';
  /** How many people; null for all who match, uncounted. */
  size: number | null;
  who: Omit<ChangeListsBody, 'add' | 'remove' | 'consent'>;
  onClose: () => void;
  onQueued: (jobId: string) => void;
}

function titleOf(kind: 'add' | 'remove', size: number | null): string {
  if (size === null) return kind === 'add' ? words.addAllToLists : words.removeAllFromLists;
  return kind === 'add' ? words.addToLists({ n: size }) : words.removeFromLists({ n: size });
}

/** Asks which lists the selected people join or leave. */
export function ListsDialog({ kind, size, who, onClose, onQueued }: ListsDialogProps) {
  const { data: lists = [] } = useLists();
  const [chosen, setChosen] = useState<string[]>([]);
  const [consent, setConsent] = useState('');
  const change = useChangeLists();
  const isReady = chosen.length > 0 && (kind === 'remove' || consent.trim() !== '');
  const send = () =>
    change.mutate(
      { ...who, ...(kind === 'add' ? { add: chosen, consent: consent.trim() } : { remove: chosen }) },
      { onSuccess: ({ id }) => onQueued(id) },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(kind, size)}
      description={kind === 'add' ? words.addToListsText : words.removeFromListsText}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) send();
        }}
      >
        {change.error && <FormError text={sayError(change.error)} />}
        <fieldset className="max-h-56 overflow-y-auto rounded-xl border px-3 py-1">
          <legend className="sr-only">{words.lists}</legend>
          {lists.length === 0 && <p className="py-2 text-[13px] text-muted">{words.noListsYet}</p>}
          {lists.map(({ id, title }) => (
            <label key={id} className="flex min-h-9 min-w-0 items-center gap-2.5 text-[13px]">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-primary"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
              <bdi className="truncate" title={title}>
                {title}
              </bdi>
            </label>
          ))}
        </fieldset>
        {kind === 'add' && (
          <Field label={words.bulkConsent} hint={words.bulkConsentHint}>
            {(aria) => (
              <Textarea
                {...aria}
                required
                maxLength={500}
                value={consent}
                onChange={(event) => setConsent(event.target.value)}
              />
            )}
          </Field>
        )}
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" busy={change.isPending} disabled={!isReady}>
            {kind === 'add' ? words.add : words.remove}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
