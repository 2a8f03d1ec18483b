import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { IntegrationView } from './queries';
import { RoutePanel } from './route-panel';
import { useRoutes, type EmailPath, type Order } from './route-queries';
import { words } from './words';

const PATHS: EmailPath[] = ['transactional', 'marketing'];

interface EmailRoutesProps {
  /** The email integrations, oldest first. */
  integrations: IntegrationView[];
  titles: Map<string, string>;
}

/** The order in which email providers are tried. */
export function EmailRoutes({ integrations, titles }: EmailRoutesProps) {
  const { data, error, isFetching, refetch } = useRoutes();
  // The default order of the service: all providers by age; without any, its own.
  const standard: Order = integrations.length > 0 ? integrations.map(({ id }) => id) : [null];
  return (
    <section aria-labelledby="routes" className="mt-10">
      <h2 id="routes" className="font-semibold tracking-tight">
        {words.routes}
      </h2>
      <p className="mt-0.5 mb-4 text-sm text-muted">{words.routesText}</p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Skeleton className="h-40 w-full rounded-xl" />}
      {data && (
        <div className="grid items-start gap-4 md:grid-cols-2">
          {PATHS.map((path) => {
            const set = data.data.find((route) => route.path === path)?.integrations;
            return (
              <RoutePanel key={path} path={path} order={set ?? standard} isSet={set !== undefined} titles={titles} />
            );
          })}
        </div>
      )}
    </section>
  );
}
