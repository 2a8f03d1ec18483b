import { NumberTile } from '@/components/ui/number-tile';
import { Panel } from '@/components/ui/panel';
import { count, momentOf } from '@/lib/format';
import { conversionWords as words } from '../conversion-words';
import { moneyOf } from '../money';
import type { CampaignReport } from './report-queries';

type OfCampaign = NonNullable<CampaignReport['conversions']>;
/** An automation may count nothing more, and goals of before may have counted. */
type Report = Pick<OfCampaign, 'total' | 'points'> & { goal: OfCampaign['goal'] | null };
type Sums = Report['total'];

const head = 'px-4 py-2 text-right text-xs font-medium text-muted whitespace-nowrap';

interface ConversionsProps {
  conversions: Report;
  /** The same by variant or step; none if there is only one. */
  parts: { label: string; rows: ConversionRow[] };
  /** Whether messages of before may have had another goal. */
  hasEarlier?: boolean;
}

/** What came of messages: in numbers, by their parts and over time. */
export function Conversions({ conversions: { goal, total, points }, parts, hasEarlier }: ConversionsProps) {
  const meaning = [goal && words.meaning(goal.event, goal.days), hasEarlier && words.earlierMeaning];
  return (
    <section aria-label={words.title} className="mb-4 grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <NumberTile
          label={words.conversions}
          value={count(total.conversions)}
          meaning={meaning.filter(Boolean).join(' ')}
        />
        <NumberTile label={words.people} value={count(total.people)} meaning={words.peopleMeaning} />
        <NumberTile label={words.revenue} value={<Money revenue={total.revenue} />} meaning={words.revenueMeaning} />
      </div>
      <Panel title={words.overTime}>
        {points.length === 0 ? (
          <p className="px-4 py-6 text-[13px] text-muted">{words.none}</p>
        ) : (
          <div className="grid md:grid-cols-2 md:divide-x">
            {parts.rows.length > 0 && <Table {...parts} />}
            <Table label={words.when} rows={points.map(({ at, ...sums }) => [momentOf(at), sums])} />
          </div>
        )}
      </Panel>
    </section>
  );
}

export type ConversionRow = [name: string, sums: Pick<Sums, 'conversions' | 'revenue'>, people?: number];

const Table = ({ label, rows }: { label: string; rows: ConversionRow[] }) => (
  <div tabIndex={0} role="group" aria-label={label} className="max-h-80 overflow-auto">
    <table className="w-full text-[13px] tabular-nums">
      <thead>
        <tr className="border-b">
          <th scope="col" className={`${head} text-left!`}>
            {label}
          </th>
          {rows[0]?.[2] !== undefined && (
            <th scope="col" className={head}>
              {words.people}
            </th>
          )}
          <th scope="col" className={head}>
            {words.conversions}
          </th>
          <th scope="col" className={head}>
            {words.revenue}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { conversions, revenue }, people]) => (
          <tr key={name} className="border-b last:border-0">
            <th scope="row" className="px-4 py-2 text-left font-normal whitespace-nowrap">
              {name}
            </th>
            {people !== undefined && <td className="px-4 py-2 text-right">{count(people)}</td>}
            <td className="px-4 py-2 text-right">{count(conversions)}</td>
            <td className="px-4 py-2 text-right whitespace-nowrap">{revenue.map(moneyOf).join(' · ') || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Money = ({ revenue }: Pick<Sums, 'revenue'>) =>
  revenue.length === 0 ? (
    <span className="text-sm font-normal text-muted">{words.noRevenue}</span>
  ) : (
    <span className="grid">
      {revenue.map((each) => (
        <span key={each.currency} className="break-words">
          {moneyOf(each)}
        </span>
      ))}
    </span>
  );
