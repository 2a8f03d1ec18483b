import type { ImportView } from '@dundun/client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Select, Textarea } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { useLists } from '@/features/lists/queries';
import { sayError } from '@/lib/say-error';
import { useSettled } from '@/lib/use-settled';
import { ColumnRows } from './column-rows';
import { DialectFields } from './dialect-fields';
import { canReach, choiceOf, settingsOf, type Choice } from './mapping';
import { Preview } from './preview';
import { useCheck } from './queries';
import { words } from './words';

const SETTLED_MS = 400;

/** What the columns become, who joins which lists, and a preview. */
export function MapStep({ view, onChecked }: { view: ImportView; onChecked: () => void }) {
  const [choice, setChoice] = useState<Choice>(() => choiceOf(view));
  const check = useCheck(view.id);
  const change = (part: Partial<Choice>) => setChoice({ ...choice, ...part });
  const needsConsent = choice.lists.length > 0 && choice.consent.trim() === '';
  const isReady = canReach(choice.rules);
  const shown = useSettled(JSON.stringify(settingsOf({ ...choice, lists: [], consent: '' })), SETTLED_MS);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate(settingsOf(choice), { onSuccess: onChecked });
      }}
    >
      <Panel title={words.mapTitle}>
        <ColumnRows columns={view.columns} rules={choice.rules} onChange={(rules) => change({ rules })} />
      </Panel>
      <DialectFields view={view} />
      <Panel title={words.peopleTitle}>
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <Choose
            label={words.existing}
            value={choice.existing}
            options={words.existingOptions}
            onChange={(existing) => change({ existing })}
          />
          <Choose
            label={words.emptyCells}
            value={choice.empty}
            options={words.emptyOptions}
            onChange={(empty) => change({ empty })}
          />
          <div className="sm:col-span-2">
            <ListChoice chosen={choice.lists} onChange={(lists) => change({ lists })} />
          </div>
          {choice.lists.length > 0 && (
            <>
              <Field label={words.consent} hint={words.consentHint}>
                {(aria) => (
                  <Textarea
                    {...aria}
                    required
                    maxLength={450}
                    value={choice.consent}
                    onChange={(event) => change({ consent: event.target.value })}
                  />
                )}
              </Field>
              <div className="grid content-start gap-4">
                <Choose
                  label={words.optin}
                  hint={words.optinHint}
                  value={choice.optin}
                  options={words.optinOptions}
                  onChange={(optin) => change({ optin })}
                />
                <p className="text-[13px] text-muted">{words.keepsAway}</p>
              </div>
            </>
          )}
        </div>
      </Panel>
      <Preview id={view.id} settings={isReady ? (JSON.parse(shown) as ReturnType<typeof settingsOf>) : null} />
      {check.error && <FormError text={sayError(check.error)} />}
      <div className="flex justify-end gap-2">
        <Button type="submit" busy={check.isPending} disabled={!isReady || needsConsent}>
          {words.check}
        </Button>
      </div>
    </form>
  );
}

interface ChooseProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

const Choose = <Value extends string>({ label, hint, value, options, onChange }: ChooseProps<Value>) => (
  <Field label={label} hint={hint}>
    {(aria) => (
      <Select {...aria} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {(Object.entries(options) as [Value, string][]).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

function ListChoice({ chosen, onChange }: { chosen: string[]; onChange: (lists: string[]) => void }) {
  const { data: lists = [] } = useLists();
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{words.lists}</legend>
      {lists.length === 0 && <p className="text-[13px] text-muted">{words.noLists}</p>}
      <div className="grid max-h-44 gap-x-6 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
        {lists.map(({ id, title }) => (
          <label key={id} className="flex min-h-8 min-w-0 items-center gap-2 text-[13px]">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            <bdi className="truncate" title={title}>
              {title}
            </bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
