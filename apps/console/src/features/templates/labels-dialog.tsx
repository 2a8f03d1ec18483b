'use client';

import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { useChangeTemplate, type TemplateDetail } from './queries';
import { words } from './words';

/** Changes the name and the labels of a template; neither makes a version. */
export function LabelsDialog({ template, onClose }: { template: TemplateDetail; onClose: () => void }) {
  const change = useChangeTemplate(template.id);
  return (
    <Dialog open onOpenChange={onClose} title={words.rename}>
      <Form
        initial={{ name: template.name, labels: template.labels.join(', ') }}
        save={async ({ name, labels }) => {
          const list = labels.split(',').map((label) => label.trim());
          await change.mutateAsync({ name: name.trim(), labels: list.filter(Boolean) });
          onClose();
        }}
      >
        <TextField name="name" label={words.name} hint={words.nameHint} required maxLength={255} autoFocus />
        <TextField name="labels" label={words.labels} hint={words.labelsHint} maxLength={1_000} />
      </Form>
    </Dialog>
  );
}
