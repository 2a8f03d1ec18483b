import { useRouter } from 'next/navigation';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { useShell } from '@/features/shell/shell-context';
import { toast } from '@/lib/toast';
import { useRename, type Me } from './queries';
import { words } from './words';

/** The name that others see. */
export function ProfilePanel({ me }: { me: Me }) {
  const { member } = useShell().session;
  const router = useRouter();
  const rename = useRename();
  const save = async ({ name }: { name: string }) => {
    await rename.mutateAsync({ name });
    toast.success(words.saved);
    router.refresh();
  };
  return (
    <Panel title={words.profile}>
      <div className="px-4 py-4">
        <Form draft="profile" initial={{ name: member.name ?? '' }} submit={words.save} save={save} stays>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField name="name" label={words.name} required maxLength={64} autoComplete="name" />
            <Field label={words.email} hint={words.emailHint}>
              {(control) => <Input {...control} value={me.email} readOnly />}
            </Field>
          </div>
        </Form>
      </div>
    </Panel>
  );
}
