import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { toast } from '@/lib/toast';
import { useUpdateWorkspace, type Workspace } from './queries';
import { words } from './words';

const isDays = (text: string) => text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= 3_650);

/** How long content is kept here, and messages on this installation. */
export function RetentionPanel({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace();
  const save = async ({ content_days: days }: { content_days: string }) => {
    await update.mutateAsync({ content_days: days.trim() === '' ? null : Number(days) });
    toast.success(words.saved);
  };
  return (
    <Panel title={words.retention}>
      <div className="grid gap-4 px-4 py-4">
        <p className="text-[13px] text-muted">{words.messagesKept(workspace.messages_days)}</p>
        <Form
          draft="retention"
          initial={{ content_days: String(workspace.content_days ?? '') }}
          submit={words.save}
          save={save}
          stays
        >
          <TextField
            name="content_days"
            label={words.contentDays}
            hint={words.contentDaysHint}
            inputMode="numeric"
            className="max-w-32"
            check={(text) => (isDays(text) ? undefined : `${words.contentDays} ${words.wholeDays}`)}
          />
        </Form>
      </div>
    </Panel>
  );
}
