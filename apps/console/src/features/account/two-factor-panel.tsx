import { ShieldAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Day } from '@/components/ui/moment';
import { Panel } from '@/components/ui/panel';
import { useShell } from '@/features/shell/shell-context';
import type { Me } from './queries';
import { words } from './words';

const EnrolDialog = dynamic(() => import('./enrol-dialog').then(({ EnrolDialog: loaded }) => loaded));
const SecondLookDialog = dynamic(() => import('./second-look-dialog').then(({ SecondLookDialog: loaded }) => loaded));

/** The second factor: on or off, and its recovery codes. */
export function TwoFactorPanel({ me }: { me: Me }) {
  const { session } = useShell();
  const [dialog, setDialog] = useState<'enrol' | 'remove' | 'renew' | null>(null);
  const isOn = me.two_factor_since !== null;
  const close = () => setDialog(null);
  return (
    <Panel
      title={words.twoFactor}
      aside={isOn ? <Badge tone="good">{words.twoFactorOn}</Badge> : <Badge>{words.twoFactorOff}</Badge>}
    >
      <div className="grid gap-4 px-4 py-4">
        {session.two_factor_required && !isOn && (
          <p role="alert" className="flex gap-2.5 rounded-lg bg-danger-tint px-3 py-2.5 text-sm text-danger">
            <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" /> {words.required}
          </p>
        )}
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="max-w-xl min-w-0 text-[13px] text-muted">
            <p>{words.twoFactorText}</p>
            {me.two_factor_since && (
              <p className="mt-1.5">
                {words.since} <Day at={me.two_factor_since} /> ·{' '}
                <span className={me.recovery_codes < 3 ? 'font-medium text-danger' : undefined}>
                  {words.left({ n: me.recovery_codes })}
                </span>
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {isOn && (
              <>
                <Button variant="outline" onClick={() => setDialog('renew')}>
                  {words.renew}
                </Button>
                <Button variant="outline" onClick={() => setDialog('remove')}>
                  {words.turnOff}
                </Button>
              </>
            )}
            {!isOn && me.has_password && <Button onClick={() => setDialog('enrol')}>{words.turnOn}</Button>}
          </div>
        </div>
      </div>
      {dialog === 'enrol' && <EnrolDialog onClose={close} />}
      {(dialog === 'remove' || dialog === 'renew') && <SecondLookDialog what={dialog} onClose={close} />}
    </Panel>
  );
}
