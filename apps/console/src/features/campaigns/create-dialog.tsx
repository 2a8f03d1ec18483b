'use client';

import { useRouter } from 'next/navigation';
import { useWatch } from 'react-hook-form';
import { Form } from '@/components/form/form';
import { SelectField, TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useCreateCampaign, type Campaign } from './queries';
import { contentOf, STARTS } from './starting-points';
import { words } from './words';

const CHANNELS = (['email', 'sms'] as const).map((value) => ({ value, label: words.channels[value] }));

/** Creates a draft of a channel, of mail from a starting point, and opens it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const create = useCreateCampaign();
  return (
    <Dialog open onOpenChange={onClose} title={words.create} description={words.createText}>
      <Form
        draft="campaign"
        initial={{
          name: '',
          channel: 'email' as Campaign['channel'],
          from: 'newsletter' as (typeof STARTS)[number],
        }}
        submit={words.create}
        save={async ({ name, channel, from }) => {
          const content = channel === 'sms' ? {} : contentOf(from);
          const { id } = await create.mutateAsync({ name: name.trim(), channel, ...content });
          router.push(`/campaigns/${id}`);
        }}
      >
        <TextField name="name" label={words.name} hint={words.nameHint} required maxLength={100} autoFocus />
        <SelectField name="channel" label={words.channel} options={CHANNELS} />
        <StartField />
      </Form>
    </Dialog>
  );
}

/** An SMS is short enough to begin with nothing. */
function StartField() {
  const channel = useWatch({ name: 'channel' }) as Campaign['channel'];
  if (channel === 'sms') return null;
  return (
    <SelectField
      name="from"
      label={words.startWith}
      options={STARTS.map((value) => ({ value, label: words.starts[value].name }))}
    />
  );
}
