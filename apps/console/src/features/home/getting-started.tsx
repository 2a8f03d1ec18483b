'use client';

import { Check } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { useDomains } from '@/features/domains/queries';
import { useLists } from '@/features/lists/queries';
import { useMay } from '@/features/session/use-may';
import { cn } from '@/lib/cn';
import { useUrlDialog } from '@/lib/use-url-dialog';
import type { HomeView } from './queries';
import { words } from './words';

const FirstEmail = dynamic(() => import('./first-email').then(({ FirstEmail: loaded }) => loaded), { ssr: false });

const HIDDEN = 'dundun.started';
const CHANGED = 'dundun:started';

/** The way to the first email and the first list; gone once both are there. */
export function GettingStarted({ home }: { home: HomeView }) {
  const [isHidden, hide] = useHidden();
  const [sending, setSending] = useUrlDialog('first-email');
  const maySend = useMay('sendEmail');
  const [domains, lists] = [useDomains().data?.data, useLists().data];
  if (!domains || !lists) return null;
  const domain = domains.find(({ status }) => status === 'connected');
  const steps = [
    { id: 'domain', isDone: domain !== undefined, href: '/settings/domains?dialog=add' },
    { id: 'send', isDone: home.days.some(({ sent }) => sent > 0), href: null },
    { id: 'list', isDone: lists.length > 0, href: '/lists?dialog=create' },
  ] as const;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.id;
  const dialog = sending && domain && maySend && (
    <FirstEmail domain={domain.domain} onClose={() => setSending(false)} />
  );
  if (isHidden || done === steps.length || !maySend) return dialog || null;
  return (
    <div className="mb-5">
      <Panel
        title={words.start}
        aside={
          <span className="flex items-center gap-2 text-[13px] text-muted">
            {words.startText({ done, total: steps.length })}
            <Button variant="ghost" size="sm" onClick={hide}>
              {words.hideStart}
            </Button>
          </span>
        }
      >
        <ol>
          {steps.map(({ id, isDone, href }, index) => (
            <Step key={id} number={index + 1} isDone={isDone} title={words.steps[id]} text={words.steps[`${id}Text`]}>
              {href ? (
                <Button asChild size="sm" variant={id === next ? 'primary' : 'outline'}>
                  <Link href={href}>{words.steps[`${id}Do`]}</Link>
                </Button>
              ) : (
                <Button
                  size="sm"
                  variant={id === next ? 'primary' : 'outline'}
                  disabled={!domain}
                  onClick={() => setSending(true)}
                >
                  {words.steps[`${id}Do`]}
                </Button>
              )}
            </Step>
          ))}
        </ol>
      </Panel>
      {dialog}
    </div>
  );
}

interface StepProps {
  number: number;
  isDone: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

const Step = ({ number, isDone, title, text, children }: StepProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 first:border-t-0">
    <span
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
        isDone ? 'bg-good-tint text-good' : 'bg-tint text-on-tint',
      )}
    >
      {isDone ? <Check className="size-3.5" role="img" aria-label={words.done} /> : number}
    </span>
    <div className="min-w-0 flex-1 basis-52">
      <p className={cn('text-sm font-medium', isDone && 'text-muted')}>{title}</p>
      {!isDone && <p className="text-[13px] text-muted">{text}</p>}
    </div>
    {!isDone && children}
  </li>
);

function useHidden(): [boolean, () => void] {
  const isHidden = useSyncExternalStore(
    (listen) => {
      addEventListener(CHANGED, listen);
      return () => removeEventListener(CHANGED, listen);
    },
    () => {
      try {
        return localStorage.getItem(HIDDEN) === 'hidden';
      } catch {
        return false;
      }
    },
    () => true,
  );
  const hide = () => {
    try {
      localStorage.setItem(HIDDEN, 'hidden');
    } catch {
      // Without storage, it is back with the next page.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return [isHidden, hide];
}
