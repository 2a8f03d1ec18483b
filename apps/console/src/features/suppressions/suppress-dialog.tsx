import { Form } from '@/components/form/form';
import { TextareaField, TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useSuppress } from './queries';
import { words } from './words';

/** Suppresses addresses by hand. */
export function SuppressDialog({ onClose }: { onClose: () => void }) {
  const suppress = useSuppress();
  const save = async (values: { addresses: string; note: string }) => {
    const note = values.note.trim();
    const { added } = await suppress.mutateAsync({ addresses: linesOf(values.addresses), ...(note && { note }) });
    toast.success(added > 0 ? words.added(added) : words.addedNone);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.add} description={words.addText}>
      <Form draft="suppress" initial={{ addresses: '', note: '' }} submit={words.add} save={save}>
        <TextareaField
          name="addresses"
          label={words.addresses}
          hint={words.addressesHint}
          check={(text) => (linesOf(text).length === 0 ? words.none : undefined)}
          rows={5}
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
        />
        <TextField name="note" label={words.note} hint={words.noteHint} maxLength={200} />
      </Form>
    </Dialog>
  );
}

/** Splits at line breaks and commas, which no address contains. */
const linesOf = (text: string) =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
