'use client';

import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useEnrol } from './queries';
import { words } from './words';

/** Lets a person in by hand. */
export function EnrolDialog({
  automation,
  hasKey,
  onClose,
}: {
  automation: string;
  hasKey: boolean;
  onClose: () => void;
}) {
  const enrol = useEnrol(automation);
  return (
    <Dialog open onOpenChange={onClose} title={words.enrol} description={words.enrolText}>
      <Form
        draft="enrol"
        initial={{ uid: '', key: '' }}
        submit={words.enrol}
        save={async ({ uid, key }) => {
          const { entered, reason } = await enrol.mutateAsync({
            uid: uid.trim(),
            ...(key.trim() && { key: key.trim() }),
          });
          if (entered) toast.success(words.enrolled);
          else toast.message(words.notEnrolled({ why: reason ?? '' }));
          onClose();
        }}
      >
        <TextField name="uid" label={words.uid} required maxLength={255} autoFocus />
        {hasKey && <TextField name="key" label={words.key} hint={words.keyHint} maxLength={200} />}
      </Form>
    </Dialog>
  );
}
