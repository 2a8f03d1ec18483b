'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Form } from '@/components/form/form';
import { SelectField, TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useLists } from '@/features/lists/queries';
import { useWorkspace } from '@/features/workspace/queries';
import { useCreateAutomation } from '../queries';
import { words as all } from '../words';
import { makeStart } from './create-start';
import { STARTS, type Start } from './starts';
import { words } from './words';

interface Values {
  name: string;
  from: Start;
  list: string;
}

/** Creates a draft from a starting point, with its mails, and opens it. */
export function CreateDialog({ start, onClose }: { start: Start; onClose: () => void }) {
  const router = useRouter();
  const create = useCreateAutomation();
  const lists = useLists().data;
  const brand = useWorkspace().data;
  const save = async ({ name, from, list }: Values) => {
    const graph = await makeStart(from, list, brand);
    const { id } = await create.mutateAsync({ name: name.trim() || words.starts[from].name, graph: { ...graph } });
    router.push(`/automations/${id}/edit`);
  };
  if (!lists) return null;
  const initial: Values = { name: start === 'blank' ? '' : words.starts[start].name, from: start, list: lists[0]?.id ?? '' }; // prettier-ignore
  return (
    <Dialog open onOpenChange={onClose} title={all.create} description={all.createText}>
      <Form draft="automation" initial={initial} submit={all.create} save={save}>
        <Fields lists={lists} />
      </Form>
    </Dialog>
  );
}

function Fields({ lists }: { lists: { id: string; title: string }[] }) {
  const { setValue, getValues } = useFormContext<Values>();
  const from = useWatch<Values, 'from'>({ name: 'from' });
  const isBlank = from === 'blank';
  useEffect(() => {
    const names = STARTS.map((each) => words.starts[each].name);
    const { name } = getValues();
    // A name that somebody typed stays.
    if (name === '' || names.includes(name)) setValue('name', isBlank ? '' : words.starts[from].name);
  }, [from, isBlank, getValues, setValue]);
  return (
    <>
      <SelectField
        name="from"
        label={words.startWith}
        hint={words.starts[from].needs}
        options={STARTS.map((value) => ({ value, label: words.starts[value].name }))}
      />
      <TextField name="name" label={all.name} hint={all.nameHint} required maxLength={100} autoFocus />
      {lists.length > 0 ? (
        <SelectField
          name="list"
          label={words.list}
          hint={words.listHint}
          check={(value) => (value === '' && !isBlank ? words.listMissing : undefined)}
          options={[
            ...(isBlank ? [{ value: '', label: words.chooseList }] : []),
            ...lists.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      ) : (
        <p className="text-[13px] text-muted">
          <Link href="/lists?dialog=create" className="font-medium text-primary hover:underline">
            {words.noList}
          </Link>
        </p>
      )}
    </>
  );
}
