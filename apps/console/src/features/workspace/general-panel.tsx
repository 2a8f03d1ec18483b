import { useRouter } from 'next/navigation';
import { TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { toast } from '@/lib/toast';
import { useUpdateWorkspace, type Workspace } from './queries';
import { words } from './words';

/** The name of the workspace, its calendar and language, and who its mail comes from. */
export function GeneralPanel({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const router = useRouter();
  const initial = {
    name: workspace.name,
    time_zone: workspace.time_zone,
    default_language: workspace.default_language,
    sender_name: workspace.sender_name ?? '',
    postal_address: workspace.postal_address ?? '',
  };
  const save = async (values: typeof initial) => {
    await update.mutateAsync({
      ...values,
      sender_name: values.sender_name.trim() || null,
      postal_address: values.postal_address.trim() || null,
    });
    toast.success(words.saved);
    router.refresh();
  };
  return (
    <Panel title={words.general}>
      <div className="px-4 py-4">
        <Form draft="workspace" initial={initial} submit={words.save} save={save} stays>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField name="name" label={words.name} required maxLength={64} />
            <TextField name="sender_name" label={words.sender} hint={words.senderHint} maxLength={64} />
            <TextField name="time_zone" label={words.zone} hint={words.zoneHint} required list="time-zones" />
            <TextField
              name="default_language"
              label={words.language}
              hint={words.languageHint}
              required
              maxLength={12}
              autoCapitalize="none"
            />
            <TextareaField
              name="postal_address"
              label={words.address}
              hint={words.addressHint}
              maxLength={500}
              rows={3}
            />
          </div>
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </Form>
      </div>
    </Panel>
  );
}
