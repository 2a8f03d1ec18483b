'use client';

import type { ListView } from '@dundun/client';
import { ArrowLeft, TextCursorInput, UserPlus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { ListMenu } from '@/features/lists/list-menu';
import { words as lists } from '@/features/lists/words';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { ListNumbers } from './list-numbers';
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
      <ListNumbers list={list} />
      {adding && mayAdd && <AddPersonDialog list={list} onClose={() => setAdding(false)} />}
      {sharing && <FormDialog list={list} open onOpenChange={setSharing} />}
    </>
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
