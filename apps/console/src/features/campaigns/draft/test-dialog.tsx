'use client';

import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useShell } from '@/features/shell/shell-context';
import { toast } from '@/lib/toast';
import { useTestCampaign } from '../queries';
import { words } from '../words';

/** Sends what is saved to an address. */
export function TestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { session } = useShell();
  const send = useTestCampaign(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.sendTest} description={words.sendTestText}>
      <Form
        initial={{ to: session.member.email, uid: '' }}
        submit={words.sendTest}
        save={async ({ to, uid }) => {
          await send.mutateAsync({ to: to.trim(), ...(uid.trim() && { uid: uid.trim() }) });
          toast.success(words.testSent(to.trim()));
          onClose();
        }}
      >
        <TextField name="to" label={words.to} required type="email" maxLength={254} autoFocus />
        <TextField name="uid" label={words.previewPerson} hint={words.previewPersonHint} maxLength={255} />
      </Form>
    </Dialog>
  );
}
