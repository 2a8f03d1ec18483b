import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { useUpdateWorkspace, type Workspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { reachWords as words } from './reach-words';

const CAPS = ['email_day_cap', 'email_week_cap', 'sms_day_cap', 'sms_week_cap'] as const;
type Cap = (typeof CAPS)[number];

const isCap = (text: string) =>
  text.trim() === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000);

/** How often marketing reaches a person at most. */
export function CapsPanel({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const initial = Object.fromEntries(CAPS.map((name) => [name, String(workspace[name] ?? '')]));
  const save = async (values: Partial<Record<Cap, string>>) => {
    const capOf = (text = '') => (text.trim() === '' ? null : Number(text));
    await update.mutateAsync(Object.fromEntries(CAPS.map((name) => [name, capOf(values[name])])));
    toast.success(words.saved);
  };
  return (
    <Panel title={words.caps}>
      <div className="px-5 py-4">
        <p className="mb-4 text-[13px] text-muted">{words.capsText}</p>
        <Form draft="caps" initial={initial} submit={words.save} save={save} stays>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {CAPS.map((name) => (
              <TextField
                key={name}
                name={name}
                label={words[name]}
                inputMode="numeric"
                check={(text) => (isCap(text) ? undefined : words.capWrong)}
              />
            ))}
          </div>
        </Form>
      </div>
    </Panel>
  );
}
