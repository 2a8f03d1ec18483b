'use client';

import { useId, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { useShell } from '@/features/shell/shell-context';
import { transactionalWords as words } from '../transactional-words';
import type { Fields } from './fields';

interface TransactionalSectionProps {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
}

/** Whether consents matter. Without a reason the campaign stays what it is. */
export function TransactionalSection({ fields, change }: TransactionalSectionProps) {
  const label = useId();
  const isOwner = useShell().session.member.role === 'owner';
  const [isOn, setOn] = useState(fields.transactional_reason !== null);
  const [reason, setReason] = useState(fields.transactional_reason ?? '');
  const set = (on: boolean, why: string) => {
    setOn(on);
    setReason(why);
    change({ transactional_reason: on && why.trim() !== '' ? why.trim() : null });
  };
  return (
    <div id="consent" className="scroll-mt-20">
      <Panel title={words.badge}>
        <fieldset disabled={!isOwner} className="grid gap-4 p-4">
          <div className="flex items-center justify-between gap-4">
            <span id={label} className="text-[13px]">
              <span className="block font-medium">{words.title}</span>
              <span className="text-muted">{isOwner ? words.hint : `${words.hint} ${words.ownersOnly}`}</span>
            </span>
            <Switch aria-labelledby={label} checked={isOn} onCheckedChange={(on) => set(on, reason)} />
          </div>
          {isOn && (
            <Field
              label={words.reason}
              hint={words.reasonHint}
              error={reason.trim() === '' ? words.reasonMissing : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  value={reason}
                  maxLength={500}
                  autoComplete="off"
                  onChange={({ target }) => set(true, target.value)}
                />
              )}
            </Field>
          )}
        </fieldset>
      </Panel>
    </div>
  );
}
