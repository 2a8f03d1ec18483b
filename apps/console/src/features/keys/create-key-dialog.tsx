import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Snippet } from '@/components/ui/snippet';
import { useShell } from '@/features/shell/shell-context';
import { accountCommand } from '@/lib/commands';
import { useCreateKey, type ApiKey, type CreatedKey } from './queries';
import { words } from './words';

const KINDS = ['secret', 'public', 'browser'] as const;
const INITIAL: { name: string; kind: ApiKey['kind'] } = { name: '', kind: 'secret' };

/** Creates a key, then shows it: the secret only this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedKey>();
  const create = useCreateKey();
  const save = async ({ name, kind }: typeof INITIAL) => setMade(await create.mutateAsync({ name: name.trim(), kind }));
  if (made)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={words.made}
        description={made.secret === null ? words.madePublic : words.madeText}
      >
        <Made made={made} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={onClose} title={words.create} description={words.createText}>
      <Form draft="key" initial={INITIAL} submit={words.create} save={save}>
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          placeholder={words.namePlaceholder}
          required
          maxLength={64}
          autoFocus
        />
        <Kinds />
      </Form>
    </Dialog>
  );
}

/** The kinds, each with what it may do. */
function Kinds() {
  const { field } = useController<typeof INITIAL, 'kind'>({ name: 'kind' });
  const id = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{words.kind}</legend>
      {KINDS.map((kind) => (
        <label
          key={kind}
          className="flex cursor-pointer items-start gap-3 rounded-xl border px-3.5 py-3 transition-colors hover:bg-sunken has-checked:border-primary has-checked:bg-tint/50"
        >
          <input
            type="radio"
            name={field.name}
            value={kind}
            checked={field.value === kind}
            onChange={() => field.onChange(kind)}
            aria-labelledby={`${id}-${kind}`}
            aria-describedby={`${id}-${kind}-note`}
            className="mt-0.5 size-4 shrink-0 accent-(--color-primary)"
          />
          <span className="min-w-0">
            <span id={`${id}-${kind}`} className="block text-[13px] font-medium">
              {words.kinds[kind].title} · {words.kinds[kind].noun}
            </span>
            <span id={`${id}-${kind}-note`} className="mt-0.5 block text-[13px] text-muted">
              {words.kinds[kind].text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Made({ made: { key, secret }, onClose }: { made: CreatedKey; onClose: () => void }) {
  const { publicUrl } = useShell();
  return (
    <div className="grid gap-4">
      <Value label={words.key} value={key} copy={words.copyNewKey} />
      {secret !== null && <Value label={words.secret} value={secret} copy={words.copySecret} />}
      <Snippet label={words.tryIt} code={accountCommand(publicUrl, key, secret ?? '')} />
      <DialogActions>
        <Button onClick={onClose}>{words.done}</Button>
      </DialogActions>
    </div>
  );
}

const Value = ({ label, value, copy }: { label: string; value: string; copy: string }) => (
  <div>
    <p className="mb-1.5 text-[13px] font-medium">{label}</p>
    <p className="flex items-center gap-1 rounded-lg border bg-sunken py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-nowrap" tabIndex={0}>
        {value}
      </code>
      <CopyButton text={value} label={copy} />
    </p>
  </div>
);
