import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { useUpdateWorkspace, type Workspace } from '@/features/workspace/queries';
import { sayError } from '@/lib/say-error';
import { words } from './words';

const MANY = 1_000_000;
const BUDGETS = [
  { name: 'network_budget', most: MANY, hint: words.network_hint },
  { name: 'list_budget', most: MANY, hint: undefined },
  { name: 'workspace_budget', most: MANY, hint: undefined },
  { name: 'mailbox_budget', most: 100, hint: words.mailbox_hint },
] as const;

type BudgetName = (typeof BUDGETS)[number]['name'];

/** The most confirmation mails that anybody can cause. */
export function BudgetsPanel({ workspace }: { workspace: Workspace }) {
  const [wrong, setWrong] = useState<BudgetName[]>([]);
  const update = useUpdateWorkspace();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = BUDGETS.map(({ name, most }) => ({ name, most, value: Number(form.get(name)) }));
    const faults = given.filter(({ value, most }) => !Number.isInteger(value) || value < 1 || value > most);
    setWrong(faults.map(({ name }) => name));
    if (update.isPending || faults.length > 0) return;
    const body = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    update.mutate(body, { onSuccess: () => toast.success(words.saved) });
  };
  return (
    <Panel title={words.budgets}>
      <form onSubmit={submit} className="grid gap-5 px-5 py-4" noValidate>
        <p className="text-[13px] text-muted">{words.budgetsText}</p>
        {update.error && <FormError text={sayError(update.error)} />}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {BUDGETS.map(({ name, most, hint }) => (
            <Field
              key={name}
              label={words[name]}
              hint={hint}
              error={wrong.includes(name) ? words.wholeNumber(most) : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  name={name}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={most}
                  step={1}
                  defaultValue={workspace[name]}
                />
              )}
            </Field>
          ))}
        </div>
        <div>
          <Button type="submit" busy={update.isPending}>
            {words.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
