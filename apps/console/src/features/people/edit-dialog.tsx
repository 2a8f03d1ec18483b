import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useChangePerson, type Person } from './queries';
import { words } from './words';

/** Changes the name and addresses of a person; an empty field clears its value. */
export function EditDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const change = useChangePerson(person.uid);
  const initial = {
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    email: person.email ?? '',
    number: person.number ? `+${person.number}` : '',
  };
  const save = async (values: typeof initial) => {
    const changed = Object.entries(values).filter(
      ([name, text]) => text.trim() !== initial[name as keyof typeof initial],
    );
    await change.mutateAsync(Object.fromEntries(changed.map(([name, text]) => [name, text.trim() || null])));
    toast.success(words.saved);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.editTitle}>
      <Form draft={`edit ${person.uid}`} initial={initial} save={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="first_name" label={words.firstName} maxLength={255} dir="auto" autoFocus />
          <TextField name="last_name" label={words.lastName} maxLength={255} dir="auto" />
        </div>
        <TextField name="email" label={words.email} type="email" inputMode="email" autoCapitalize="none" />
        <TextField name="number" label={words.number} hint={words.numberHint} type="tel" />
      </Form>
    </Dialog>
  );
}
