'use client';

import type { ListView } from '@dundun/client';
import { ArrowLeft, TextCursorInput, UserPlus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Day } from '@/components/ui/moment';
import { PageHeader } from '@/components/ui/page-header';
import { ListMenu } from '@/features/lists/list-menu';
import { OptinBadge } from '@/features/lists/optin-badge';
import { words as lists } from '@/features/lists/words';
import { count } from '@/lib/format';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { useListCounts } from './queries';
import { words } from './words';

const AddPersonDialog = dynamic(() => import('./add-person-dialog').then(({ AddPersonDialog: loaded }) => loaded));
const FormDialog = dynamic(() => import('@/features/lists/form-dialog').then(({ FormDialog: loaded }) => loaded));

export function ListHead({ list }: { list: ListView }) {
  const router = useRouter();
  const [adding, setAdding] = useUrlDialog('add');
  const mayAdd = useMay('addSubscriber');
  const [sharing, setSharing] = useState(false);
  return (
    <>
      <PageHeader title={<span dir="auto">{list.title}</span>} text={list.description} above={<Back />}>
        <Button variant="outline" onClick={() => setSharing(true)}>
          <TextCursorInput /> {lists.form}
        </Button>
        <May call="addSubscriber">
          <Button onClick={() => setAdding(true)}>
            <UserPlus /> {words.add}
          </Button>
        </May>
        <May call="updateList">
          <div className="rounded-lg border bg-surface shadow-shade">
            <ListMenu list={list} onArchived={() => router.push('/lists')} />
          </div>
        </May>
      </PageHeader>
      <dl className="mb-5 grid grid-cols-2 overflow-hidden rounded-xl border bg-surface shadow-shade sm:flex">
        <Fact label={lists.subscribers} hint={words.onHint}>
          {count(list.subscriber_count)}
          <MakeUp id={list.id} />
        </Fact>
        <Fact label={lists.broadcasts}>{count(list.broadcast_count)}</Fact>
        <Fact label={lists.createdAt}>
          <Day at={list.created_at} />
        </Fact>
        {list.double_optin && (
          <Fact label={lists.joining}>
            <OptinBadge />
          </Fact>
        )}
      </dl>
      {adding && mayAdd && <AddPersonDialog list={list} onClose={() => setAdding(false)} />}
      {sharing && <FormDialog list={list} open onOpenChange={setSharing} />}
    </>
  );
}

/** What the people on the list add up to. */
function MakeUp({ id }: { id: string }) {
  const { data } = useListCounts(id);
  if (!data || data.pending + data.suppressed === 0) return null;
  const least = data.is_exact ? '' : `${words.atLeast} `;
  return (
    <span className="block text-xs font-normal tracking-normal text-muted">
      {words.makeUp({
        subscribed: count(data.subscribed),
        pending: `${least}${count(data.pending)}`,
        suppressed: `${least}${count(data.suppressed)}`,
      })}
    </span>
  );
}

const Back = () => (
  <Link
    href="/lists"
    className="mb-3 inline-flex h-6 items-center gap-1.5 rounded text-[13px] font-medium text-muted hover:text-foreground"
  >
    <ArrowLeft className="size-3.5" aria-hidden="true" /> {words.back}
  </Link>
);

function Fact({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div title={hint} className="px-4 py-2.5 sm:border-r sm:pr-8 sm:last:border-r-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-lg font-semibold tracking-tight tabular-nums">{children}</dd>
    </div>
  );
}
