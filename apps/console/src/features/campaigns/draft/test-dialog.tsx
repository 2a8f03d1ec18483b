'use client';

import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useShell } from '@/features/shell/shell-context';
import { toast } from '@/lib/toast';
import { useTestCampaign, type Campaign } from '../queries';
import { words } from '../words';

interface TestDialogProps {
  id: string;
  onClose: () => void;
}

/** Sends what is saved to an address or number. */
export function TestDialog({ channel = 'email', ...props }: TestDialogProps & { channel?: Campaign['channel'] }) {
  return channel === 'sms' ? <SmsTestDialog {...props} /> : <MailTestDialog {...props} />;
}

function SmsTestDialog({ id, onClose }: TestDialogProps) {
  const send = useTestCampaign(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.sendTest} description={words.sms.sendTestText}>
      <Form
        initial={{ number: '', uid: '' }}
        submit={words.sendTest}
        save={async ({ number, uid }) => {
          const to = number.replace(/[^\d]/g, '');
          await send.mutateAsync({ number: to, ...(uid.trim() && { uid: uid.trim() }) });
          toast.success(words.testSent(to));
          onClose();
        }}
      >
        <TextField
          name="number"
          label={words.sms.number}
          hint={words.sms.numberHint}
          required
          maxLength={20}
          autoFocus
        />
        <TextField name="uid" label={words.previewPerson} hint={words.previewPersonHint} maxLength={255} />
      </Form>
    </Dialog>
  );
}

function MailTestDialog({ id, onClose }: TestDialogProps) {
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
