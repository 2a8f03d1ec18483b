'use client';

import { Form } from '@/components/form/form';
import { SelectField, TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useShell } from '@/features/shell/shell-context';
import { toast } from '@/lib/toast';
import { useTestCampaign, type Campaign } from '../queries';
import { languageWords } from '../language-words';
import { words } from '../words';
import { languageOptions, type Languages } from './languages';

interface TestDialogProps {
  id: string;
  /** Those of the content, if it has several. */
  languages?: Languages;
  onClose: () => void;
}

/** Sends what is saved to an address or number. */
export function TestDialog({ channel = 'email', ...props }: TestDialogProps & { channel?: Campaign['channel'] }) {
  return channel === 'sms' ? <SmsTestDialog {...props} /> : <MailTestDialog {...props} />;
}

function SmsTestDialog({ id, languages = [], onClose }: TestDialogProps) {
  const send = useTestCampaign(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.sendTest} description={words.sms.sendTestText}>
      <Form
        initial={{ number: '', uid: '', language: '' }}
        submit={words.sendTest}
        save={async ({ number, uid, language }) => {
          const to = number.replace(/[^\d]/g, '');
          await send.mutateAsync({ number: to, ...tried(uid, language) });
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
        <Tried languages={languages} />
      </Form>
    </Dialog>
  );
}

function MailTestDialog({ id, languages = [], onClose }: TestDialogProps) {
  const { session } = useShell();
  const send = useTestCampaign(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.sendTest} description={words.sendTestText}>
      <Form
        initial={{ to: session.member.email, uid: '', language: '' }}
        submit={words.sendTest}
        save={async ({ to, uid, language }) => {
          await send.mutateAsync({ to: to.trim(), ...tried(uid, language) });
          toast.success(words.testSent(to.trim()));
          onClose();
        }}
      >
        <TextField name="to" label={words.to} required type="email" maxLength={254} autoFocus />
        <Tried languages={languages} />
      </Form>
    </Dialog>
  );
}

/** Whose data to use, and in which language. */
const Tried = ({ languages }: { languages: Languages }) => (
  <>
    <TextField name="uid" label={words.previewPerson} hint={words.previewPersonHint} maxLength={255} />
    {languages.length > 0 && (
      <SelectField name="language" label={languageWords.language} options={languageOptions(languages)} />
    )}
  </>
);

const tried = (uid: string, language: string) => ({
  ...(uid.trim() && { uid: uid.trim() }),
  ...(language && { language }),
});
