import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { useUpdateWorkspace, type Workspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { words } from './words';

const MANY = 1_000_000;
const BUDGETS = [
  { name: 'network_budget', most: MANY, hint: words.network_hint },
  { name: 'list_budget', most: MANY, hint: undefined },
  { name: 'workspace_budget', most: MANY, hint: undefined },
  { name: 'mailbox_budget', most: 100, hint: words.mailbox_hint },
] as const;

type BudgetName = (typeof BUDGETS)[number]['name'];

const isWithin = (text: string, most: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** The most confirmation mails that anybody can cause. */
export function BudgetsPanel({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const initial = Object.fromEntries(BUDGETS.map(({ name }) => [name, String(workspace[name])]));
  const save = async (values: Partial<Record<BudgetName, string>>) => {
    await update.mutateAsync(Object.fromEntries(BUDGETS.map(({ name }) => [name, Number(values[name])])));
    toast.success(words.saved);
  };
  return (
    <Panel title={words.budgets}>
      <div className="px-5 py-4">
        <p className="mb-4 text-[13px] text-muted">{words.budgetsText}</p>
        <Form draft="budgets" initial={initial} submit={words.save} save={save} stays>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {BUDGETS.map(({ name, most, hint }) => (
              <TextField
                key={name}
                name={name}
                label={words[name]}
                hint={hint}
                inputMode="numeric"
                check={(text) => (isWithin(text, most) ? undefined : words.wholeNumber(most))}
              />
            ))}
          </div>
        </Form>
      </div>
    </Panel>
  );
}
