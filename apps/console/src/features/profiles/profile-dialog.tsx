import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useSaveProfile, type ProfileView } from './queries';
import { words } from './words';

interface ProfileDialogProps {
  /** The profile to change; a new one without. */
  profile?: ProfileView;
  /** The connected email providers. */
  providers: { id: string; title: string }[];
  onClose: () => void;
}

/** Creates or changes a sending profile. */
export function ProfileDialog({ profile, providers, onClose }: ProfileDialogProps) {
  const saveOne = useSaveProfile(profile?.id);
  const initial = {
    name: profile?.name ?? '',
    from_name: profile?.from_name ?? '',
    from_email: profile?.from_email ?? '',
    reply_to: profile?.reply_to ?? '',
    integration_id: profile?.integration_id ?? '',
  };
  const save = async (values: typeof initial) => {
    const { name } = await saveOne.mutateAsync({
      name: values.name.trim(),
      from_name: values.from_name.trim(),
      from_email: values.from_email.trim(),
      reply_to: values.reply_to.trim() || null,
      integration_id: values.integration_id || null,
    });
    toast.success(words.saved(name));
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={profile ? words.editTitle : words.create} description={words.formText}>
      <Form
        draft={`profile ${profile?.id ?? ''}`}
        initial={initial}
        submit={profile ? words.save : words.create}
        save={save}
      >
        <TextField name="name" label={words.name} hint={words.nameHint} required maxLength={64} autoFocus />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="from_name" label={words.fromName} required maxLength={128} />
          <TextField name="from_email" label={words.fromEmail} type="email" required autoCapitalize="none" />
        </div>
        <TextField name="reply_to" label={words.replyTo} hint={words.replyHint} type="email" autoCapitalize="none" />
        {providers.length > 0 && (
          <SelectField
            name="integration_id"
            label={words.provider}
            options={[
              { value: '', label: words.anyProvider },
              ...providers.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
      </Form>
    </Dialog>
  );
}
