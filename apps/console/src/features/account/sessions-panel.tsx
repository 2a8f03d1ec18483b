import { MonitorSmartphone } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { toast } from '@/lib/toast';
import { deviceName } from './device-name';
import { useEndOthers, useEndSession, useSessions, type OwnSession } from './queries';
import { words } from './words';

/** Where the person is signed in, in all workspaces. */
export function SessionsPanel() {
  const { data, error, isFetching, refetch } = useSessions();
  const endOthers = useEndOthers();
  const hasOthers = (data?.data.length ?? 0) > 1;
  const endAll = (
    <Button
      variant="outline"
      size="sm"
      busy={endOthers.isPending}
      onClick={() =>
        endOthers.mutate(undefined, { onSuccess: () => toast.success(words.othersEnded), onError: toast.failure })
      }
    >
      {words.endOthers}
    </Button>
  );
  return (
    <Panel title={words.sessions} aside={hasOthers && endAll}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Skeleton className="m-4 h-24" />}
      <ul className="divide-y">
        {data?.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const end = useEndSession();
  const device = deviceName(session.user_agent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 truncate font-medium" title={session.user_agent ?? undefined}>
            {device}
          </span>
          {session.current && <Badge tone="tint">{words.thisSession}</Badge>}
          {session.single_sign_on && <Badge>{words.sso}</Badge>}
        </p>
        <p className="mt-0.5 text-[13px] break-words text-muted">
          {session.address && <>{session.address} · </>}
          <bdi>{session.workspace}</bdi> · {words.lastSeen} <Ago at={session.last_seen_at} /> · {words.signedIn}{' '}
          <Ago at={session.created_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="ghost"
          size="sm"
          busy={end.isPending}
          aria-label={words.endSession({ device })}
          onClick={() =>
            end.mutate(session.id, { onSuccess: () => toast.success(words.ended), onError: toast.failure })
          }
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}
