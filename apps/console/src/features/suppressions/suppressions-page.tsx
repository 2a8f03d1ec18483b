'use client';

import { Ban, Download, Plus, SearchX } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { PagedTable } from '@/components/table/paged-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { Page } from '@/features/shell/shell';
import { useCursors } from '@/lib/use-cursors';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columns } from './columns';
import { REASONS, useSuppressions, type Reason } from './queries';
import { words } from './words';

const SuppressDialog = dynamic(() => import('./suppress-dialog').then(({ SuppressDialog: loaded }) => loaded));

export function SuppressionsPage() {
  const [adding, setAdding] = useUrlDialog('add');
  const mayAdd = useMay('addSuppressions');
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <May call="exportSuppressions">
          <Button asChild variant="outline">
            <a href="/api/console/suppressions/export" download="suppressions.csv">
              <Download /> {words.export}
            </a>
          </Button>
        </May>
        <AddButton onClick={() => setAdding(true)} />
      </PageHeader>
      <Suppressions onAdd={() => setAdding(true)} />
      {adding && mayAdd && <SuppressDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

const reasonParser = parseAsStringLiteral(REASONS).withOptions({ history: 'push' });

function Suppressions({ onAdd }: { onAdd: () => void }) {
  const cursors = useCursors();
  const [reason, setReason] = useQueryState('reason', reasonParser);
  const query = useSuppressions({
    ...(reason ? { reason } : {}),
    ...cursors.query,
  });
  const choose = (next: string) => {
    cursors.reset();
    void setReason((next || null) as Reason | null);
  };
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  if (isEmpty && !reason && !query.isPlaceholderData) {
    return (
      <EmptyState icon={Ban} title={words.emptyTitle} text={words.emptyText}>
        <AddButton onClick={onAdd} />
      </EmptyState>
    );
  }
  return (
    <section aria-label={words.title}>
      <Select
        aria-label={words.filter}
        value={reason ?? ''}
        onChange={(event) => choose(event.target.value)}
        className="mb-4 sm:w-64"
      >
        <option value="">{words.all}</option>
        {REASONS.map((each) => (
          <option key={each} value={each}>
            {words.reasons[each]}
          </option>
        ))}
      </Select>
      <PagedTable
        caption={words.title}
        columns={columns}
        query={query}
        rowId={({ address }) => address}
        cursors={cursors}
        isEmpty={isEmpty}
        empty={
          <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
            <Button variant="outline" onClick={() => choose('')}>
              {words.showAll}
            </Button>
          </EmptyState>
        }
      />
    </section>
  );
}

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <May call="addSuppressions">
    <Button onClick={onClick}>
      <Plus /> {words.add}
    </Button>
  </May>
);
