import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Ago } from '@/components/ui/moment';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { words as common } from '@/components/ui/words';
import { sayError } from '@/lib/say-error';
import { useVersions, type TemplateDetail, type TemplateVersion } from './queries';
import { RollbackButton } from './rollback-button';
import { words } from './words';

const CompareDialog = dynamic(() => import('./compare-dialog').then(({ CompareDialog: loaded }) => loaded));

interface VersionsProps {
  template: TemplateDetail;
  /** The version shown in the preview. */
  shown: number;
  /** Null selects the active version. */
  onShow: (version: number | null) => void;
}

/** The versions, newest first. */
export function Versions({ template, shown, onShow }: VersionsProps) {
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = useVersions(template.id);
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title={words.versions}>
      {!data && !error && <Skeleton className="m-5 w-40" />}
      {!data && error && (
        <p role="alert" className="grid justify-items-start gap-3 px-5 py-4 text-sm text-danger">
          {sayError(error)}
          <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </p>
      )}
      <ol aria-label={words.versions}>
        {versions.map((each) => (
          <Version
            key={each.version}
            version={each}
            template={template}
            isShown={each.version === shown}
            onShow={onShow}
          />
        ))}
      </ol>
      {hasNextPage && (
        <div className="border-t px-5 py-3">
          <Button variant="outline" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.older}
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface VersionProps extends Omit<VersionsProps, 'shown'> {
  version: TemplateVersion;
  isShown: boolean;
}

function Version({ version: { version, subject, note, created_by: author, created_at: at }, ...props }: VersionProps) {
  const { template, isShown, onShow } = props;
  const [isComparing, setComparing] = useState(false);
  const isCurrent = version === template.version;
  return (
    <li className="border-t px-5 py-3.5 text-sm first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium">{words.number(version)}</span>
        {isCurrent && <Badge tone="good">{words.inUse}</Badge>}
      </p>
      <p className="mt-0.5 text-[13px] break-words text-muted">{subject ?? words.noSubject}</p>
      {note && <p className="mt-0.5 text-[13px] break-words">{note}</p>}
      <p className="mt-0.5 text-[13px] break-words text-muted">
        <Ago at={at} /> {author && words.by(author)}
      </p>
      {!isCurrent && (
        <p className="mt-2.5 flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            className="aria-pressed:bg-tint aria-pressed:text-on-tint"
            aria-label={words.showOne(version)}
            aria-pressed={isShown}
            onClick={() => onShow(isShown ? null : version)}
          >
            {words.show}
          </Button>
          <Button variant="outline" size="sm" aria-label={words.compareOne(version)} onClick={() => setComparing(true)}>
            {words.compare}
          </Button>
          <RollbackButton template={template} version={version} onRolledBack={() => onShow(null)} />
        </p>
      )}
      {isComparing && <CompareDialog template={template} version={version} onClose={() => setComparing(false)} />}
    </li>
  );
}
