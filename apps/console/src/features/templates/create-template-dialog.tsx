'use client';

import { useRouter } from 'next/navigation';
import { Form } from '@/components/form/form';
import { SelectField, TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { starter, STARTERS, type Starter } from '@/features/editor/new-block';
import { useWorkspace } from '@/features/workspace/queries';
import { useCreateTemplate } from './queries';
import { words } from './words';

const HTML = `<!doctype html>
<html lang="en">
  <body>
    <h1>Hi {{ first_name | default: "there" }}</h1>
    <p>Write here.</p>
    <p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
  </body>
</html>
`;

const MJML = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hi {{ first_name | default: "there" }}</mj-text>
        <mj-text><a href="{{ unsubscribe_url }}">Unsubscribe</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

const isStarter = (value: string): value is Starter => STARTERS.includes(value as Starter);

/** Creates a template from a starting point, and opens the editor. */
export function CreateTemplateDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const create = useCreateTemplate();
  const brand = useWorkspace().data;
  return (
    <Dialog open onOpenChange={onClose} title={words.create} description={words.createText}>
      <Form
        initial={{ name: '', subject: '', from: 'blank' as string }}
        submit={words.create}
        save={async ({ name, subject, from }) => {
          const source = isStarter(from)
            ? { design: starter(from, brand) }
            : from === 'mjml'
              ? { mjml: MJML }
              : { html: HTML };
          const made = await create.mutateAsync({ name: name.trim(), subject: subject.trim() || null, ...source });
          router.push(`/templates/${encodeURIComponent(made.id)}/edit`);
        }}
      >
        <TextField name="name" label={words.name} hint={words.nameHint} required maxLength={255} autoFocus />
        <TextField name="subject" label={words.subject} maxLength={998} />
        <SelectField
          name="from"
          label={words.startWith}
          options={[
            ...STARTERS.map((value) => ({ value, label: words.starters[value] })),
            { value: 'html', label: words.starters.html },
            { value: 'mjml', label: words.starters.mjml },
          ]}
        />
      </Form>
    </Dialog>
  );
}
