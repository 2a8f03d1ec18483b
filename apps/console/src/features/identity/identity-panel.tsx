'use client';

import { useId, useState, type FormEvent } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Textarea } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Snippet } from '@/components/ui/snippet';
import { Switch } from '@/components/ui/switch';
import { signIdentityCode } from '@/lib/commands';
import { sayError } from '@/lib/say-error';
import { useIdentity, useRotateIdentity, useUpdateIdentity, type Identity } from './queries';
import { SecretRow } from './secret-row';
import { words } from './words';

/** Signed identities. Hidden from members who may not see the secret. */
export function IdentityPanel() {
  const { data } = useIdentity();
  if (!data) return null;
  return (
    <Panel title={words.title}>
      <div className="grid gap-5 px-5 py-4">
        <p className="text-[13px] text-muted">{words.text}</p>
        <SecretRow identity={data} />
        <Snippet label={words.code} code={signIdentityCode} />
        <Rotation />
        <Required isRequired={data.required} />
        <ClosedAttributes identity={data} />
        <TemplateAttributes identity={data} />
      </div>
    </Panel>
  );
}

function Rotation() {
  const [isAsking, setAsking] = useState(false);
  const rotate = useRotateIdentity();
  const confirm = () =>
    rotate.mutate(undefined, {
      onSuccess: () => toast.success(words.rotated),
      onError: (error) => toast.error(sayError(error)),
      onSettled: () => setAsking(false),
    });
  return (
    <div>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {words.rotate}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.rotateTitle}
        description={words.rotateText}
        action={words.rotate}
        busy={rotate.isPending}
        onConfirm={confirm}
      />
    </div>
  );
}

function Required({ isRequired }: { isRequired: boolean }) {
  const update = useUpdateIdentity();
  const set = (required: boolean) =>
    update.mutate(
      { required },
      {
        onSuccess: () => toast.success(required ? words.requiredOn : words.requiredOff),
        onError: (error) => toast.error(sayError(error)),
      },
    );
  return <Setting label={words.required} text={words.requiredText} isOn={isRequired} onChange={set} />;
}

function TemplateAttributes({ identity }: { identity: Identity }) {
  const update = useUpdateIdentity();
  const set = (close_used_attributes: boolean) =>
    update.mutate(
      { close_used_attributes },
      { onSuccess: () => toast.success(words.saved), onError: (error) => toast.error(sayError(error)) },
    );
  const text = words.closeUsedText(identity.used_attributes);
  return <Setting label={words.closeUsed} text={text} isOn={identity.close_used_attributes} onChange={set} />;
}

interface SettingProps {
  label: string;
  text: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Setting({ label, text, isOn, onChange }: SettingProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 border-t pt-5">
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <p id={`${id}-note`} className="mt-0.5 text-[13px] text-muted">
          {text}
        </p>
      </div>
      <Switch id={id} checked={isOn} aria-describedby={`${id}-note`} onCheckedChange={onChange} />
    </div>
  );
}

function ClosedAttributes({ identity }: { identity: Identity }) {
  const update = useUpdateIdentity();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending) return;
    const names = new FormData(event.currentTarget).get('closed');
    const body = { closed_attributes: words.namesIn(String(names)) };
    update.mutate(body, { onSuccess: () => toast.success(words.saved) });
  };
  return (
    <form onSubmit={submit} className="grid gap-3 border-t pt-5" noValidate>
      {update.error && <FormError text={sayError(update.error)} />}
      <Field label={words.closed} hint={words.closedHint}>
        {(control) => (
          <Textarea
            {...control}
            name="closed"
            rows={3}
            spellCheck={false}
            defaultValue={identity.closed_attributes.join('\n')}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={update.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
