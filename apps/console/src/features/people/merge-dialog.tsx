import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { SearchBox } from '@/components/ui/search-box';
import { toast } from '@/lib/toast';
import { useSettled } from '@/lib/use-settled';
import { callName, reach } from './person-name';
import { useMerge, usePeople, type Person, type PersonRow } from './queries';
import { words } from './words';

const TYPING_MS = 200;

/** Finds the duplicate of a person and, after a question, merges it into them. */
export function MergeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<PersonRow | null>(null);
  const merge = useMerge(person.uid);
  const name = callName(person, person.uid);
  const other = chosen ? callName(chosen, chosen.uid) : '';
  const confirm = () =>
    chosen &&
    merge.mutate(chosen.uid, {
      onSuccess: () => {
        toast.success(words.merging({ other }));
        onClose();
      },
      onError: toast.failure,
    });
  return (
    <>
      <Dialog open={!chosen} onOpenChange={onClose} title={words.mergeTitle({ name })} description={words.mergeText}>
        <SearchBox
          label={words.mergeFind}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={255}
          autoFocus
        />
        <Hits text={text.trim()} except={person.uid} onChoose={setChosen} />
      </Dialog>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={() => setChosen(null)}
        title={words.mergeAsk({ other, name })}
        description={words.mergeAskText({ other })}
        action={words.mergeAction}
        busy={merge.isPending}
        onConfirm={confirm}
      />
    </>
  );
}

function Hits({ text, except, onChoose }: { text: string; except: string; onChoose: (person: PersonRow) => void }) {
  const wanted = useSettled(text, TYPING_MS);
  const { data } = usePeople(wanted ? { search: wanted } : {});
  const hits = data?.data.filter(({ uid }) => uid !== except).slice(0, 8) ?? [];
  return (
    <ul className="mt-3 grid min-h-24 content-start gap-1">
      {data && hits.length === 0 && <li className="py-4 text-center text-[13px] text-muted">{words.mergeNone}</li>}
      {hits.map((hit) => (
        <li key={hit.uid}>
          <button
            type="button"
            onClick={() => onChoose(hit)}
            className="flex w-full min-w-0 items-baseline gap-3 rounded-lg px-2.5 py-1.5 text-left text-[13px] hover:bg-sunken"
          >
            <span dir="auto" className="min-w-0 truncate font-medium">
              {callName(hit, hit.uid)}
            </span>
            <span className="min-w-0 truncate text-muted">{reach(hit).join(' · ')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
