'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { useRetries, useRetryCampaign, type Retried } from '../queries';
import { words } from './next-words';

/** Says how many people would be tried again, before each button that does it. */
export function RetryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useRetries(id);
  const retry = useRetryCampaign(id);
  const send = (what: Retried, confirm_count: number) =>
    void retry.mutateAsync({ what, confirm_count }).then(() => {
      toast.success(words.retried);
      onClose();
    }, toast.failure);
  const isNobody = data !== undefined && data.unknown + data.not_reached === 0;
  return (
    <Dialog open onOpenChange={onClose} title={words.retryTitle} description={words.retryText}>
      {error && <FormError text={sayError(error)} />}
      {!data && !error && <p className="text-[13px] text-muted">{words.counting}</p>}
      {isNobody && <p className="text-[13px] text-muted">{words.nothing}</p>}
      <div className="grid gap-5">
        {data && data.not_reached > 0 && (
          <div className="grid justify-items-start gap-2">
            <p className="text-sm font-medium">{words.notReached({ n: data.not_reached })}</p>
            <p className="text-[13px] text-muted">{words.notReachedText}</p>
            <Button busy={retry.isPending} onClick={() => send('not_reached', data.not_reached)}>
              {words.confirm({ n: data.not_reached })}
            </Button>
          </div>
        )}
        {data && data.unknown > 0 && (
          <div className="grid justify-items-start gap-2">
            <p className="text-sm font-medium">{words.unknown({ n: data.unknown })}</p>
            <p className="text-[13px] text-muted">{words.unknownText}</p>
            <Button variant="outline" busy={retry.isPending} onClick={() => send('unknown', data.unknown)}>
              {words.confirm({ n: data.unknown })}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
