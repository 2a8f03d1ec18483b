'use client';

import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { momentOf } from '@/lib/format';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useDeletion, useWorkspace } from './queries';
import { words } from './words';

/** Says that the workspace will be deleted, and lets owners keep it. */
export function DeletionNotice() {
  const { data } = useWorkspace();
  const deletion = useDeletion();
  if (!data?.deletes_at) return null;
  return (
    <section
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-danger bg-surface px-4 py-3 text-[13px] shadow-shade"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-64 font-medium">{words.removeNotice({ when: momentOf(data.deletes_at) })}</p>
      <May call="keepWorkspace">
        <Button
          size="sm"
          variant="outline"
          busy={deletion.isPending}
          onClick={() => deletion.mutate(null, { onSuccess: () => toast.success(words.kept), onError: toast.failure })}
        >
          {words.keep}
        </Button>
      </May>
    </section>
  );
}
