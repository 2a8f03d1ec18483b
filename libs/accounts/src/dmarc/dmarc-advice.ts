import type { SourceRow } from './dmarc-reports.repository.js';

/** Fewer messages than this say little. */
const ENOUGH = 20;

/** What the advice depends on. */
export interface DmarcFindings {
  messages: number;
  aligned: number;
  sources: Pick<SourceRow, 'source' | 'messages' | 'aligned' | 'dkim_aligned' | 'spf_aligned'>[];
  /** The published policy, if a check found one. */
  policy: string | null;
}

/** Returns what the reports mean and what to do, in plain sentences; the first is a summary. */
export function dmarcAdvice({ messages, aligned, sources, policy }: DmarcFindings): string[] {
  if (messages === 0)
    return [
      'No reports yet. Receivers send them once a day, so the first arrive a day or two after the record is published.',
    ];
  const share = (aligned / messages) * 100;
  const percent = share > 99.9 && share < 100 ? '99.9' : String(Math.floor(share * 10) / 10);
  const failing = sources.filter((source) => source.aligned < source.messages / 2);
  const unsigned = sources.filter((source) => source.spf_aligned > 0 && source.dkim_aligned < source.messages / 2 && !failing.includes(source)); // prettier-ignore
  return [
    `${percent}% of ${counted(messages, 'message')} passed DMARC: they were signed by your domain (DKIM) or came from a server that it names (SPF).`,
    ...(failing.length > 0
      ? [
          `${counted(failing.length, 'source')} failed more often than not, ${failing[0]?.source} the most. If it is a service of yours, add its DKIM record; if you do not know it, somebody sends in your name.`,
        ]
      : []),
    ...(unsigned.length > 0
      ? [
          `${counted(unsigned.length, 'source')} passed by SPF alone, which forwarding breaks. Set up DKIM at ${unsigned[0]?.source}.`,
        ]
      : []),
    ...policyAdvice(share, messages, policy),
  ];
}

function policyAdvice(share: number, messages: number, policy: string | null): string[] {
  if (messages < ENOUGH || policy === null) return [];
  if (share < 98)
    return policy === 'none' ? ['Keep p=none until your own services pass; p=quarantine would send the failing ones to spam.'] : [`Your policy is p=${policy}: receivers already act on the mail that fails.`]; // prettier-ignore
  if (policy === 'none')
    return ['Almost everything passes: change p=none to p=quarantine, which keeps forged mail out of inboxes.'];
  return policy === 'quarantine' ? ['Almost everything passes: p=reject is the next step.'] : [];
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
