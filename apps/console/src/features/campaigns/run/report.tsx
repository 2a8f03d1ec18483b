import { Panel } from '@/components/ui/panel';
import { words as messageWords } from '@/features/messages/words';
import { count } from '@/lib/format';
import { linesOf } from '../numbers';
import type { Campaign } from '../queries';
import { words } from '../words';

type Line = [label: string, number: number];

const OWN: Record<string, string> = { waiting: words.waitingMessages, replaced: words.replacedMessages };
const statusOf = (status: string) => OWN[status] ?? (messageWords.statuses as Record<string, string>)[status] ?? status;

/** What became of everybody, in lines that add up. */
export function Report({ campaign: { people, messages } }: { campaign: Campaign }) {
  const excluded = linesOf(people.excluded).map(([reason, n]): Line => [words.exclusions[reason] ?? reason, n]);
  const skipped = linesOf(people.skipped).map(([reason, n]): Line => [words.skips[reason] ?? reason, n]);
  const planned: Line[] = people.planned > 0 ? [[words.planned, people.planned]] : [];
  const lines: Line[] = [[words.queued, people.queued], ...planned, ...skipped, ...excluded];
  const all = people.queued + people.retried;
  const statuses = linesOf(messages).map(([status, n]): Line => [statusOf(status), n]);
  return (
    <section aria-label={words.report} className="mb-4 grid gap-4 md:grid-cols-2">
      <Panel title={words.people}>
        <Lines lines={lines} total={[words.matched, people.matched]} />
      </Panel>
      <Panel title={words.messages}>
        {all === 0 ? (
          <p className="px-4 py-6 text-[13px] text-muted">{words.noMessages}</p>
        ) : (
          <Lines lines={statuses} total={[words.sum, all]} />
        )}
      </Panel>
    </section>
  );
}

const Lines = ({ lines, total: [label, total] }: { lines: Line[]; total: Line }) => (
  <table className="w-full text-[13px] tabular-nums">
    <tbody>
      {lines.map(([name, n]) => (
        <tr key={name} className="border-b">
          <th scope="row" className="px-4 py-2 text-left font-normal">
            {name}
          </th>
          <td className="px-4 py-2 text-right">{count(n)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="font-semibold">
        <th scope="row" className="px-4 py-2 text-left">
          {label}
        </th>
        <td className="px-4 py-2 text-right">{count(total)}</td>
      </tr>
    </tfoot>
  </table>
);
