import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import type { Webhook, WebhookFields } from './queries';
import { TypeChoice } from './type-choice';
import { words } from './words';

interface WebhookDialogProps {
  /** The webhook to change; a new one without. */
  webhook?: Webhook;
  save: (fields: WebhookFields) => Promise<unknown>;
  onClose: () => void;
}

export function WebhookDialog({ webhook, save, onClose }: WebhookDialogProps) {
  const initial = {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    types: webhook?.types ?? ['*'],
  };
  const send = ({ url, description, types }: typeof initial) =>
    save({ url: url.trim(), description: description.trim() || null, types });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook ? words.editTitle : words.add}
      description={webhook ? undefined : words.addText}
    >
      <Form
        draft={`webhook ${webhook?.id ?? ''}`}
        initial={initial}
        submit={webhook ? words.save : words.add}
        save={send}
      >
        <TextField
          name="url"
          label={words.url}
          hint={words.urlHint}
          type="url"
          required
          placeholder="https://example.com/hooks/dundun"
          spellCheck={false}
          autoFocus
        />
        <TextField
          name="description"
          label={words.description}
          placeholder={words.descriptionPlaceholder}
          maxLength={255}
        />
        <TypeChoice />
      </Form>
    </Dialog>
  );
}
