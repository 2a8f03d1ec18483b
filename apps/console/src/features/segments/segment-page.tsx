'use client';

import { ApiError } from '@dundun/client';
import { SlidersHorizontal, UserPlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { FormError } from '@/components/ui/form-error';
import { JobProgress } from '@/components/ui/job-progress';
import { NumberTile } from '@/components/ui/number-tile';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { count } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { useReach, useSegment, type Segment } from './queries';
import { SegmentMembers } from './segment-members';
import { SegmentMenu } from './segment-menu';
import { SegmentState } from './segment-state';
import { SegmentSurroundings } from './segment-surroundings';
import { UnknownSegment } from './unknown-segment';
import { words } from './words';

const PeopleDialog = dynamic(() => import('./people-dialog').then(({ PeopleDialog: loaded }) => loaded));

/** One segment: who it means, how many they are, and who. */
export function SegmentPage({ id }: { id: string }) {
  const { data: segment, error, isFetching, refetch } = useSegment(id);
  useTitle(segment?.name);
  return (
    <Page>
      {error instanceof ApiError && error.status === 404 ? (
        <UnknownSegment />
      ) : segment ? (
        <>
          <Head segment={segment} />
          <Numbers segment={segment} />
          <SegmentSurroundings segment={segment} />
          <SegmentMembers segment={segment} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}

function Head({ segment }: { segment: Segment }) {
  const { id, name, labels, sentence, kind, state, progress } = segment;
  const router = useRouter();
  const [isAdding, setAdding] = useUrlDialog('people');
  return (
    <>
      <PageHeader
        above={<BackLink href="/segments" label={words.back} />}
        title={<span dir="auto">{name}</span>}
        text={
          <>
            <span dir="auto" className="block">
              {sentence}
            </span>
            <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
              <SegmentState segment={segment} />
              {labels.map((label) => (
                <Badge key={label}>{label}</Badge>
              ))}
            </span>
          </>
        }
      >
        <May call="updateSegment">
          {kind === 'manual' ? (
            <Button onClick={() => setAdding(true)}>
              <UserPlus /> {words.addPeople}
            </Button>
          ) : (
            <Button asChild>
              <Link href={`/segments/${id}/edit`}>
                <SlidersHorizontal /> {words.edit}
              </Link>
            </Button>
          )}
        </May>
        <div className="rounded-lg border bg-surface shadow-shade">
          <SegmentMenu segment={segment} onArchived={() => router.push('/segments')} />
        </div>
      </PageHeader>
      {state === 'failed' && (
        <div className="mb-4">
          <FormError text={words.failed} />
        </div>
      )}
      {progress && (
        <div className="mb-4">
          <JobProgress label={words.states.building} state="running" total={progress.of} done={progress.done} />
        </div>
      )}
      {isAdding && <PeopleDialog id={id} onClose={() => setAdding(false)} />}
    </>
  );
}

/** The three numbers of an audience. */
function Numbers({ segment }: { segment: Segment }) {
  const { data } = useReach(segment.id, segment.state === 'ready');
  const shown = (value: number | undefined) => {
    if (value === undefined) return '–';
    return data?.is_exact ? count(value) : words.about(count(value));
  };
  return (
    <section aria-label={words.people} className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <NumberTile label={words.people} value={count(segment.member_count)} meaning={words.peopleMeaning} />
      <NumberTile label={words.canGetEmail} value={shown(data?.email)} meaning={words.canGetEmailMeaning} />
      <NumberTile label={words.canGetSms} value={shown(data?.sms)} meaning={words.canGetSmsMeaning} />
    </section>
  );
}
