import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { Dialog } from '@/components/ui/dialog';
import { words } from './words';

interface LinkDialogProps {
  href: string;
  onApply: (href: string) => void;
  onClose: () => void;
}

/** Asks for the target of a link; an empty one removes it. */
export const LinkDialog = ({ href, onApply, onClose }: LinkDialogProps) => (
  <Dialog open onOpenChange={onClose} title={words.linkTitle}>
    <Form
      initial={{ href }}
      submit={words.apply}
      save={(values) => {
        onApply(values.href.trim());
        return Promise.resolve();
      }}
    >
      <TextField name="href" label={words.linkAddress} hint={words.fields.hrefHint} maxLength={2_000} autoFocus />
    </Form>
  </Dialog>
);
