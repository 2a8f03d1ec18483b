'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useDomains } from '@/features/domains/queries';
import { useRefusedConfirmations } from '@/features/settings/queries';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { ago, percent } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { attentionOf, type Attention } from './attention';
import { useProviderStates, type HomeDay } from './queries';
import { words } from './words';

/** What a member should look at first, each with the way to mend it. */
export function AttentionPanel({ days }: { days: HomeDay[] }) {
  const [integrations, domains, refused] = [useProviderStates(), useDomains(), useRefusedConfirmations()];
  if (integrations.isPending || !domains.data) return null;
  const found = attentionOf({
    days,
    integrations: integrations.data?.data ?? [],
    domains: domains.data.data,
    refused: refused.data?.data ?? [],
  });
  if (found.length === 0)
    return (
      <p className="mb-5 flex items-center gap-2 text-[13px] text-muted">
        <CircleCheck className="size-4 shrink-0 text-good" aria-hidden="true" /> {words.allWell}
      </p>
    );
  return (
    <div className="mb-5">
      <Panel title={words.attention}>
        <ul>
          {found.map((each) => (
            <Item key={each.key} attention={each} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Item({ attention }: { attention: Attention }) {
  const now = useNow();
  const { title, text, fix } = saying(attention, now);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 first:border-t-0">
      <TriangleAlert
        className={`size-4 shrink-0 ${attention.tone === 'bad' ? 'text-danger' : 'text-wait'}`}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="text-sm font-medium break-words">
          {title}
        </p>
        <p className="text-[13px] text-muted">{text}</p>
      </div>
      <Button asChild variant="outline" size="sm">
        <Link href={attention.href}>{fix}</Link>
      </Button>
    </li>
  );
}

function saying(attention: Attention, now: number): { title: string; text: string; fix: string } {
  switch (attention.kind) {
    case 'provider':
      return {
        title: words.providerFails(attention),
        text: words.providerFailsText({ ago: ago(attention.since, now) }),
        fix: words.providerFix,
      };
    case 'domainFails':
      return { title: words.domainFails(attention), text: words.domainFailsText, fix: words.domainFix };
    case 'domainPending':
      return { title: words.domainPending(attention), text: words.domainPendingText, fix: words.domainFix };
    case 'held':
      return { title: words.held({ n: attention.count }), text: words.heldText, fix: words.heldFix };
    case 'bounces':
    case 'complaints':
    case 'failures':
      return {
        title: words[attention.kind]({ share: percent(attention.share) }),
        text: words[`${attention.kind}Text`],
        fix: words[`${attention.kind}Fix`],
      };
  }
}
