import { useState } from 'react';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { QrCode } from './qr-code';
import { useConfirm, useOffer } from './queries';
import { RecoveryCodes } from './recovery-codes';
import { words } from './words';

/** Turns the second factor on: password, QR code, first code, recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const offer = useOffer();
  const confirm = useConfirm();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.enrolTitle}
      description={offer.data ? words.scan : words.enrolPassword}
    >
      {offer.data ? (
        <div className="grid gap-4">
          <QrCode text={offer.data.uri} label={words.qr} />
          <div className="text-[13px] text-muted">
            <p>{words.typeInstead}</p>
            <p className="mt-1 flex items-center gap-2">
              <code className="min-w-0 font-mono text-xs break-all text-foreground">{offer.data.secret}</code>
              <CopyButton text={offer.data.secret} />
            </p>
          </div>
          <Form
            key="code"
            initial={{ code: '' }}
            submit={words.turnOn}
            save={async ({ code }) => setCodes((await confirm.mutateAsync({ code })).recovery_codes)}
          >
            <TextField
              name="code"
              label={words.code}
              hint={words.codeHint}
              required
              inputMode="numeric"
              maxLength={7}
              autoComplete="one-time-code"
              autoFocus
            />
          </Form>
        </div>
      ) : (
        <Form key="password" initial={{ password: '' }} submit={words.go} save={(values) => offer.mutateAsync(values)}>
          <TextField
            name="password"
            label={words.current}
            type="password"
            required
            maxLength={1024}
            autoComplete="current-password"
            autoFocus
          />
        </Form>
      )}
    </Dialog>
  );
}
