'use client';

import { MESSAGE_STATUSES } from '@dundun/domain';
import { MailSearch } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { Button } from '@/components/ui/button';
import { PagedTable } from '@/components/table/paged-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { useCursors } from '@/lib/use-cursors';
import { columns } from './list-columns';
import { useMessages, useTags } from './queries';
import { TagFigures } from './tag-figures';
import { words } from './words';

const filters = { tag: parseAsString, status: parseAsStringLiteral(MESSAGE_STATUSES) };

/** The messages of the workspace, newest first, by tag and status. */
export function MessageList() {
  const cursors = useCursors();
  const [{ tag, status }, set] = useQueryStates(filters);
  const { data: tags } = useTags();
  const query = useMessages({
    ...(tag ? { tag } : {}),
    ...(status ? { status } : {}),
    ...cursors.query,
  });
  const choose = (next: Parameters<typeof set>[0]) => {
    cursors.reset();
    void set(next);
  };
  const lines = tags?.data ?? [];
  const chosen = lines.find((line) => line.tag === tag);
  const names = [...new Set([...lines.map((line) => line.tag), ...(tag ? [tag] : [])])];
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  return (
    <section aria-label={words.title} className="mb-6">
      <div className="mb-4 flex flex-col gap-2 sm:flex-row">
        <Select
          aria-label={words.tag}
          value={tag ?? ''}
          onChange={(event) => choose({ tag: event.target.value || null })}
          className="sm:w-64"
        >
          <option value="">{words.allTags}</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select
          aria-label={words.status}
          value={status ?? ''}
          onChange={(event) => choose({ status: MESSAGE_STATUSES.find((each) => each === event.target.value) ?? null })}
          className="sm:w-56"
        >
          <option value="">{words.allStatuses}</option>
          {MESSAGE_STATUSES.map((each) => (
            <option key={each} value={each}>
              {words.statuses[each]}
            </option>
          ))}
        </Select>
      </div>
      {chosen && <TagFigures figures={chosen} />}
      <PagedTable
        caption={words.title}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        cursors={cursors}
        isEmpty={isEmpty}
        empty={
          <EmptyState icon={MailSearch} title={words.noneTitle} text={words.noneText}>
            <Button asChild variant="outline">
              <Link href="/inbox">{words.toInbox}</Link>
            </Button>
          </EmptyState>
        }
      />
    </section>
  );
}
