'use client';

import { ApiError } from '@dundun/client';
import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useRef } from 'react';
import { ApiHint } from '@/components/ui/api-hint';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { sendTemplateCommand } from '@/lib/commands';
import { useTitle } from '@/lib/use-title';
import { Preview } from './preview';
import { TemplateActions } from './template-actions';
import { useTemplate, type TemplateDetail } from './queries';
import { valuesOf } from './trial-values';
import { useTrial } from './use-trial';
import { Variables } from './variables';
import { Versions } from './versions';
import { words } from './words';

export function TemplatePage({ id }: { id: string }) {
  const { data: template, error, isFetching, refetch } = useTemplate(id);
  useTitle(template?.name);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      {template && <Template template={template} />}
      {!template && !error && <PageSkeleton />}
      {!template && isUnknown && (
        <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
          <Button asChild variant="outline">
            <Link href="/templates">{words.back}</Link>
          </Button>
        </EmptyState>
      )}
      {!template && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

function Template({ template }: { template: TemplateDetail }) {
  const { publicUrl } = useShell();
  const [chosen, choose] = useQueryState('version', parseAsInteger);
  const trial = useTrial();
  const version = chosen ?? template.version;
  const preview = useRef<HTMLDivElement>(null);
  const show = (next: number | null) => {
    void choose(next);
    preview.current?.scrollIntoView(); // on a phone it is far above the versions
  };
  const required = template.variables.filter((variable) => variable.required);
  const example = valuesOf(required.map(({ name }) => [name, '…']));
  return (
    <>
      <PageHeader title={<span dir="auto">{template.name}</span>} text={<Facts template={template} />} above={<Back />}>
        <TemplateActions template={template} />
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="contents gap-6 lg:grid">
          <div ref={preview} className="min-w-0 scroll-mt-20">
            <Preview template={template} version={version} trial={trial.trial} onShowCurrent={() => show(null)} />
          </div>
          <div className="order-last min-w-0 lg:order-none">
            <ApiHint label={words.send} code={sendTemplateCommand(publicUrl, template.name, example)} />
          </div>
        </div>
        <div className="grid min-w-0 gap-6">
          <Variables variables={template.variables} trial={trial} />
          <Versions template={template} shown={version} onShow={show} />
        </div>
      </div>
    </>
  );
}

const Back = () => <BackLink href="/templates" label={words.back} />;

const Facts = ({ template }: { template: TemplateDetail }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
    <Badge tone="tint">{words.number(template.version)}</Badge>
    <Badge>{words.kinds[template.kind as 'html']}</Badge>
    {template.labels.map((label) => (
      <Badge key={label}>{label}</Badge>
    ))}
    {template.languages.length > 0 && (
      <span>{[template.language, ...template.languages].filter(Boolean).join(', ')}</span>
    )}
    <span className="min-w-0 break-words">{template.subject ?? words.noSubject}</span>
  </span>
);
