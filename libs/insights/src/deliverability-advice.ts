import type { DomainHealth } from '@dundun/accounts';
import type { ReportFigures } from './group-report.repository.js';

/** act: mail is being lost. watch: it may be soon. */
type Severity = 'act' | 'watch';

export interface Advice {
  severity: Severity;
  text: string;
}

/** Fewer messages than this say little. */
const ENOUGH = 100;
/** Shares from which each number is worth a look, and from which mailbox providers act on it. */
const LIMITS = {
  bounced: { watch: 0.02, act: 0.05 },
  complained: { watch: 0.001, act: 0.003 },
  deferred: { watch: 0.1, act: 0.3 },
  failed: { watch: 0.02, act: 0.1 },
};

const WHAT_TO_DO: Record<keyof typeof LIMITS, (share: string) => string> = {
  bounced: (share) =>
    `${share} bounced. Mail only people who signed up themselves, ask new ones to confirm, and leave out those who have not opened for half a year.`,
  complained: (share) =>
    `${share} were reported as spam; mailbox providers ask for less than 0.1%. Mail people less often, only what they signed up for, and make the unsubscribe link easy to find.`,
  deferred: (share) =>
    `${share} took more than one attempt: mailbox providers slow you down. Send fewer messages a minute, or warm the domain up.`,
  failed: (share) =>
    `${share} could not be handed over. The messages say why; look at the provider and its limits first.`,
};

const RECORDS = [
  ['dkim', 'DKIM record', 'Receivers cannot verify who signed the mail, and large ones refuse it.'],
  ['spf', 'SPF record of the return path', 'Bounces are not recognised, and forwarded mail fails more often.'],
  ['dmarc', 'DMARC record', 'Gmail and Yahoo ask for a DMARC record from everybody who sends much mail.'],
] as const;

/** Returns what is wrong with the mail of a domain and what to do, the urgent first; nothing if all is well. */
export function deliverabilityAdvice(figures: ReportFigures, health: DomainHealth | null): Advice[] {
  const advice = [...recordAdvice(health), ...figureAdvice(figures)];
  return [...advice.filter(({ severity }) => severity === 'act'), ...advice.filter(({ severity }) => severity === 'watch')]; // prettier-ignore
}

function figureAdvice(figures: ReportFigures): Advice[] {
  return (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).flatMap((name) => {
    const whole = name === 'complained' ? figures.arrived : figures.sent + (name === 'failed' ? figures.failed : 0);
    const share = whole > 0 ? figures[name] / whole : 0;
    if (whole < ENOUGH || share < LIMITS[name].watch) return [];
    const severity = share >= LIMITS[name].act ? 'act' : 'watch';
    return [{ severity, text: WHAT_TO_DO[name](`${percent(share)}% of ${whole.toLocaleString('en')} messages`) }];
  });
}

function recordAdvice(health: DomainHealth | null): Advice[] {
  if (!health) return [];
  const records = RECORDS.flatMap(([key, name, why]): Advice[] => {
    const status = health[key];
    if (status !== 'missing' && status !== 'different') return [];
    const severity = key === 'dkim' ? 'act' : 'watch';
    return [{ severity, text: `The ${name} is ${status}. ${why} The page of the domain shows the record to publish.` }]; // prettier-ignore
  });
  const { reported, aligned, policy } = health;
  const share = reported > 0 ? aligned / reported : 1;
  if (reported < ENOUGH || share >= 0.98) return records;
  const severity = policy === 'none' || policy === null ? 'watch' : 'act';
  return [
    ...records,
    {
      severity,
      text: `Only ${percent(share)}% of ${reported.toLocaleString('en')} reported messages passed DMARC. The page of the domain shows which servers failed.`,
    },
  ];
}

const percent = (share: number): string => String(Math.floor(share * 1_000) / 10);
