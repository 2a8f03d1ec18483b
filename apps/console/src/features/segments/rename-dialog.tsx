import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { readLabels } from './labels';
import { useChangeSegment, type Segment } from './queries';
import { words } from './words';

/** Changes the name and the labels of a segment. */
export function RenameDialog({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const change = useChangeSegment(segment.id);
  return (
    <Dialog open onOpenChange={onClose} title={words.rename}>
      <Form
        draft={`segment name ${segment.id}`}
        initial={{ name: segment.name, labels: segment.labels.join(', ') }}
        submit={words.save}
        save={async ({ name, labels }) => {
          await change.mutateAsync({ name: name.trim(), labels: readLabels(labels) });
          toast.success(words.saved);
          onClose();
        }}
      >
        <TextField name="name" label={words.name} required maxLength={100} autoFocus />
        <TextField name="labels" label={words.labels} hint={words.labelsHint} />
      </Form>
    </Dialog>
  );
}
