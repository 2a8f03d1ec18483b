import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { useCreateWorkspace, useSwitchWorkspace } from './queries';
import { words } from './words';

/** Creates a workspace and goes there. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateWorkspace();
  const go = useSwitchWorkspace();
  const save = async (body: { name: string }) => {
    const { id } = await create.mutateAsync(body);
    await go.mutateAsync(id);
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.create} description={words.createText}>
      <Form initial={{ name: '' }} submit={words.createSubmit} save={save}>
        <TextField name="name" label={words.name} required maxLength={64} autoFocus />
      </Form>
    </Dialog>
  );
}
