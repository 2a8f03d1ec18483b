import type { CreateListBody, ListView } from '@dundun/client';
import { Form } from '@/components/form/form';
import { SwitchField, TextareaField, TextField } from '@/components/form/fields';
import { words } from './words';

interface ListFormProps {
  list?: ListView;
  submit: string;
  save: (body: CreateListBody) => Promise<unknown>;
}

/** The fields of a list; an empty description clears it. */
export const ListForm = ({ list, submit, save }: ListFormProps) => (
  <Form
    draft={`list ${list?.id ?? 'new'}`}
    initial={{
      title: list?.title ?? '',
      description: list?.description ?? '',
      redirect_url: list?.redirect_url ?? '',
      double_optin: list?.double_optin ?? false,
      is_public: list?.is_public ?? false,
    }}
    submit={submit}
    save={({ title, description, redirect_url, double_optin, is_public }) =>
      save({
        title: title.trim(),
        description: description.trim() || null,
        redirect_url: redirect_url.trim() || null,
        double_optin,
        is_public,
      })
    }
  >
    <TextField name="title" label={words.name} hint={words.nameHint} required maxLength={64} autoFocus />
    <TextareaField name="description" label={words.description} hint={words.descriptionHint} maxLength={255} />
    <TextField
      name="redirect_url"
      label={words.redirect}
      hint={words.redirectHint}
      type="url"
      inputMode="url"
      placeholder="https://"
    />
    <SwitchField name="double_optin" label={words.optin} hint={words.optinHint} />
    <SwitchField name="is_public" label={words.isPublic} hint={words.isPublicHint} />
  </Form>
);
