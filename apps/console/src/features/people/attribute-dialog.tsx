import { useState } from 'react';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { toast } from '@/lib/toast';
import { valueOf, type AttributeKind } from './attribute-values';
import { useChangePerson } from './queries';
import { words } from './words';

interface AttributeDialogProps {
  uid: string;
  /** Of the attribute to change; a new one has none. */
  name?: string;
  value?: string;
  kind?: AttributeKind;
  onClose: () => void;
}

const KINDS = (['text', 'number', 'boolean'] as const).map((value) => ({ value, label: words.kinds[value] }));

/** Adds or changes an attribute. */
export function AttributeDialog({ uid, name, value = '', kind = 'text', onClose }: AttributeDialogProps) {
  const change = useChangePerson(uid);
  const [isNoNumber, setNoNumber] = useState(false);
  const save = async (values: { name: string; kind: AttributeKind; meta: string }) => {
    const stored = valueOf(values.kind === 'boolean' ? yesNo(values.meta) : values.meta, values.kind);
    setNoNumber(stored === undefined);
    if (stored === undefined) return;
    await change.mutateAsync({ meta: { [name ?? values.name.trim()]: stored } });
    toast.success(words.saved);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={name ? words.changeAttribute({ name }) : words.addAttribute}>
      <Form draft={`attribute ${uid} ${name ?? ''}`} initial={{ name: name ?? '', kind, meta: value }} save={save}>
        {isNoNumber && <FormError text={words.notANumber} />}
        {!name && (
          <TextField
            name="name"
            label={words.attributeName}
            hint={words.attributeNameHint}
            required
            maxLength={255}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        )}
        <SelectField name="kind" label={words.kind} options={KINDS} />
        <TextField name="meta" label={words.value} dir="auto" autoFocus={name !== undefined} />
      </Form>
    </Dialog>
  );
}

const yesNo = (text: string) => String(/^(?:true|yes|y|1)$/i.test(text.trim()));
