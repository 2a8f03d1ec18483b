import { SwitchField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { useUpdateWorkspace, type Workspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { reachWords as words } from './reach-words';

const CHANNELS = ['email', 'sms'] as const;
const USUAL = { from: '21:00', to: '08:00' };

/** When marketing does not reach people. */
export function QuietHoursPanel({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const { email_quiet_hours: email, sms_quiet_hours: sms } = workspace;
  const initial = {
    email: email !== null,
    email_from: (email ?? USUAL).from,
    email_to: (email ?? USUAL).to,
    sms: sms !== null,
    sms_from: (sms ?? USUAL).from,
    sms_to: (sms ?? USUAL).to,
  };
  const save = async (values: typeof initial) => {
    await update.mutateAsync({
      email_quiet_hours: values.email ? { from: values.email_from, to: values.email_to } : null,
      sms_quiet_hours: values.sms ? { from: values.sms_from, to: values.sms_to } : null,
    });
    toast.success(words.saved);
  };
  return (
    <Panel title={words.quiet}>
      <div className="px-5 py-4">
        <p className="mb-4 text-[13px] text-muted">{words.quietText}</p>
        <Form draft="quiet-hours" initial={initial} submit={words.save} save={save} stays>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {CHANNELS.map((channel) => (
              <div key={channel} className="grid gap-3">
                <SwitchField name={channel} label={words.quietOf[channel]} />
                <div className="grid grid-cols-2 gap-3">
                  <TextField name={`${channel}_from`} label={words.from[channel]} type="time" required />
                  <TextField name={`${channel}_to`} label={words.to[channel]} type="time" required />
                </div>
              </div>
            ))}
          </div>
        </Form>
      </div>
    </Panel>
  );
}
