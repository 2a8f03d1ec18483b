'use client';

import { answerOf } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { May } from '@/features/session/may';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';
import { words } from './words';

const { secret: said } = words;

/** By which a receiver knows that a call is ours, for those who may see it. */
export function SigningSecret() {
  const [isAsked, setAsked] = useState(false);
  const read = useMutation({ mutationFn: () => answerOf(api.GET('/console/automation-secret')) });
  const rotate = useMutation({
    mutationFn: () => answerOf(api.POST('/console/automation-secret/rotate')),
    onSettled: () => setAsked(false),
  });
  const secret = rotate.data?.secret ?? read.data?.secret;
  const error = rotate.error ?? read.error;
  const close = () => {
    read.reset();
    rotate.reset();
  };
  return (
    <May call="getAutomationSecret">
      <Button variant="outline" busy={read.isPending} onClick={() => read.mutate()}>
        {said.show}
      </Button>
      {error && <FormError text={sayError(error)} />}
      {secret !== undefined && (
        <Dialog open onOpenChange={close} title={said.title} description={said.text}>
          {secret === null ? (
            <p className="text-[13px] text-muted">{said.none}</p>
          ) : (
            <p className="flex items-center gap-1 rounded-lg border bg-sunken py-0.5 pr-0.5 pl-3">
              <code className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-nowrap" tabIndex={0}>
                {secret}
              </code>
              <CopyButton text={secret} label={said.copy} />
            </p>
          )}
          <DialogActions>
            {secret === null ? (
              <Button variant="outline" busy={rotate.isPending} onClick={() => rotate.mutate()}>
                {said.make}
              </Button>
            ) : (
              <Button variant="outline" onClick={() => setAsked(true)}>
                {said.rotate}
              </Button>
            )}
            <Button onClick={close}>{said.done}</Button>
          </DialogActions>
          <ConfirmDialog
            open={isAsked}
            onOpenChange={setAsked}
            title={said.rotateTitle}
            description={said.rotateText}
            action={said.rotate}
            busy={rotate.isPending}
            onConfirm={() => rotate.mutate()}
          />
        </Dialog>
      )}
    </May>
  );
}
