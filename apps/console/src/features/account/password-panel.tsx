import { useState } from 'react';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Panel } from '@/components/ui/panel';
import { toast } from '@/lib/toast';
import { useChangePassword, type Me } from './queries';
import { words } from './words';

const EMPTY = { password: '', new_password: '' };
const SECRETS = ['password', 'new_password'] as const;

/** Changes the password. Nothing typed here is kept as a draft. */
export function PasswordPanel({ me }: { me: Me }) {
  const [round, setRound] = useState(0);
  const change = useChangePassword();
  const save = async (values: typeof EMPTY) => {
    await change.mutateAsync(values);
    toast.success(words.passwordChanged);
    setRound(round + 1);
  };
  return (
    <Panel title={words.password}>
      <div className="px-4 py-4">
        {me.has_password ? (
          <Form key={round} initial={EMPTY} secrets={SECRETS} submit={words.changePassword} save={save}>
            {/* Password managers look for the name that belongs to the password. */}
            <input className="hidden" type="email" autoComplete="username" value={me.email} readOnly tabIndex={-1} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField
                name="password"
                label={words.current}
                type="password"
                required
                maxLength={1024}
                autoComplete="current-password"
              />
              <TextField
                name="new_password"
                label={words.next}
                hint={words.nextHint}
                type="password"
                required
                maxLength={1024}
                autoComplete="new-password"
              />
            </div>
          </Form>
        ) : (
          <p className="text-[13px] text-muted">{words.noPassword}</p>
        )}
      </div>
    </Panel>
  );
}
