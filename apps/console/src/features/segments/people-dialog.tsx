import { Form } from '@/components/form/form';
import { TextareaField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { usePutPeople } from './queries';
import { words } from './words';

const idsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Adds people to a segment that is kept by hand, and removes others. */
export function PeopleDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const put = usePutPeople(id);
  return (
    <Dialog open onOpenChange={onClose} title={words.addPeople}>
      <Form
        draft={`segment people ${id}`}
        initial={{ add: '', remove: '' }}
        submit={words.save}
        save={async (given) => {
          const [add, remove] = [idsIn(given.add), idsIn(given.remove)];
          const { added, removed, unknown } = await put.mutateAsync({
            ...(add.length > 0 && { add }),
            ...(remove.length > 0 && { remove }),
          });
          const description = unknown.length > 0 ? words.putUnknown({ n: unknown.length }) : undefined;
          toast.success(words.putDone({ added, removed }), { description });
          onClose();
        }}
      >
        <TextareaField name="add" label={words.addIds} hint={words.idsHint} autoFocus />
        <TextareaField name="remove" label={words.removeIds} hint={words.idsHint} />
      </Form>
    </Dialog>
  );
}
