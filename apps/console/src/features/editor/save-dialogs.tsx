'use client';

import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useShell } from '@/features/shell/shell-context';
import type { TemplateDetail } from '@/features/templates/queries';
import { toast } from '@/lib/toast';
import { useSaveVersion, useSendTest, type TrialBody } from './queries';
import { words } from './words';

interface SaveDialogProps {
  id: string;
  change: object;
  onSaved: (template: TemplateDetail) => Promise<void>;
  onClose: () => void;
}

/** Makes a version of what was written. */
export function SaveDialog({ id, change, onSaved, onClose }: SaveDialogProps) {
  const save = useSaveVersion(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.saveTitle} description={words.saveText}>
      <Form
        initial={{ note: '' }}
        submit={words.saveVersion}
        save={async ({ note }) => onSaved(await save.mutateAsync({ ...change, note: note.trim() || null }))}
      >
        <TextField name="note" label={words.note} hint={words.noteHint} maxLength={1_000} autoFocus />
      </Form>
    </Dialog>
  );
}

interface TestDialogProps {
  id: string;
  body: TrialBody;
  onClose: () => void;
}

/** Sends what the editor shows to an address. */
export function TestDialog({ id, body, onClose }: TestDialogProps) {
  const { session } = useShell();
  const send = useSendTest(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.sendTestTitle} description={words.sendTestText}>
      <Form
        initial={{ to: session.member.email, from: '' }}
        submit={words.sendTest}
        save={async ({ to, from }) => {
          const sender = from.trim() && { from: { name: session.member.name || from.trim(), email: from.trim() } };
          await send.mutateAsync({ ...body, to: to.trim(), ...(sender || {}) });
          toast.success(words.testSent({ to: to.trim() }));
          onClose();
        }}
      >
        <TextField name="to" label={words.to} required type="email" maxLength={254} autoFocus />
        <TextField name="from" label={words.from} hint={words.fromHint} type="email" maxLength={254} />
      </Form>
    </Dialog>
  );
}
