'use client';

import type { SegmentNode } from '@dundun/domain';
import Link from 'next/link';
import { Ago } from '@/components/ui/moment';
import { ErrorState } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { profilePath } from '@/features/people/person-name';
import { count } from '@/lib/format';
import { useExactCount, usePreview, type Example } from './queries';
import { words } from './words';

/** How many people match a tree while it is edited: at first from a sample, then exactly. */
export function PreviewPanel({ tree }: { tree: SegmentNode | null }) {
  const query = usePreview(tree);
  const { data: preview, error, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = query;
  const exact = useExactCount(tree, Boolean(preview && !preview.is_exact && !isPlaceholderData));
  if (!tree && !preview)
    return (
      <Panel title={words.whoMatches}>
        <p className="px-4 py-3 text-[13px] text-muted">{words.previewMissing}</p>
      </Panel>
    );
  if (!preview && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  const shown = exact?.isDone ? { ...exact, is_exact: true } : preview;
  const number = (value: number) => (shown?.is_exact ? count(value) : words.about(count(value)));
  return (
    <Panel title={words.whoMatches}>
      <div className={`grid gap-3 px-4 py-3 transition-opacity ${isPlaceholderData || !tree ? 'opacity-60' : ''}`}>
        <div role="status" aria-busy={isFetching}>
          {shown ? (
            <>
              <p data-people={shown.people} className="text-2xl font-semibold tracking-tight tabular-nums">
                {shown.is_exact ? words.people({ n: shown.people }) : words.about(words.people({ n: shown.people }))}
              </p>
              <p className="text-[13px] text-muted tabular-nums">
                {words.parts(number(shown.email), number(shown.sms))}
              </p>
            </>
          ) : (
            <Skeleton className="h-12 w-40" />
          )}
        </div>
        {preview && (
          <p className="text-xs text-muted">
            {shown?.is_exact ? words.exact : words.between(count(preview.low), count(preview.high))}
            {/* The numbers of other conditions have no time of their own. */}
            {dataUpdatedAt > 0 && (
              <>
                {' · '}
                <Ago at={new Date(dataUpdatedAt).toISOString()} />
              </>
            )}
            {exact && !exact.isDone && preview.sampled > 0 && (
              <>
                {' · '}
                {words.counting(count(exact.counted))}
              </>
            )}
          </p>
        )}
        {preview && <Examples title={words.examples} people={preview.examples} none={words.noExamples} />}
      </div>
    </Panel>
  );
}

/** A few of the people who match, by name. */
export function Examples({ title, people, none }: { title: string; people: readonly Example[]; none?: string }) {
  if (people.length === 0) return none ? <p className="text-[13px] text-muted">{none}</p> : null;
  return (
    <div className="min-w-0">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <ul className="mt-1 grid">
        {people.slice(0, 6).map(({ uid, name, email }) => (
          <li key={uid} className="flex min-h-6 min-w-0 items-baseline gap-2 text-[13px]">
            <Link
              href={profilePath(uid)}
              target="_blank"
              dir="auto"
              className="min-w-0 truncate leading-6 font-medium hover:underline"
            >
              {name ?? email ?? uid}
            </Link>
            {name && email && <span className="min-w-0 truncate text-muted">{email}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
