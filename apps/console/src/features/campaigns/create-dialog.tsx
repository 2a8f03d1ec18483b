'use client';

import { useRouter } from 'next/navigation';
import { Form } from '@/components/form/form';
import { SelectField, TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useCreateCampaign } from './queries';
import { contentOf, STARTS } from './starting-points';
import { words } from './words';

/** Creates a draft from a starting point, and opens it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const create = useCreateCampaign();
  return (
    <Dialog open onOpenChange={onClose} title={words.create} description={words.createText}>
      <Form
        draft="campaign"
        initial={{ name: '', from: 'newsletter' as (typeof STARTS)[number] }}
        submit={words.create}
        save={async ({ name, from }) => {
          const { id } = await create.mutateAsync({ name: name.trim(), ...contentOf(from) });
          router.push(`/campaigns/${id}`);
        }}
      >
        <TextField name="name" label={words.name} hint={words.nameHint} required maxLength={100} autoFocus />
        <SelectField
          name="from"
          label={words.startWith}
          options={STARTS.map((value) => ({ value, label: words.starts[value].name }))}
        />
      </Form>
    </Dialog>
  );
}
