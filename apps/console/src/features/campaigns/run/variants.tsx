'use client';

import { Badge } from '@/components/ui/badge';
import { Panel } from '@/components/ui/panel';
import { count, momentOf, percent } from '@/lib/format';
import { useVariants, type Campaign } from '../queries';
import { words } from '../words';

const rate = (part: number, whole: number) => (whole > 0 ? percent(part / whole) : '–');

/** The variants of a campaign beside each other, and how its test was decided. */
export function Variants({ campaign }: { campaign: Campaign }) {
  const { data } = useVariants(campaign.id);
  const { decision } = campaign;
  const probability = (name: string) => decision?.variants.find(({ variant }) => variant === name)?.probability;
  const { columns } = words.variants;
  const isSms = campaign.channel === 'sms';
  return (
    <div className="mb-4">
      <Panel title={words.variants.title}>
        <p className="px-4 pt-3 text-[13px] text-muted">{said(campaign)}</p>
        <div className="overflow-x-auto">
          <table className="w-full text-[13px] tabular-nums" aria-label={words.variants.title}>
            <thead>
              <tr className="border-b text-muted">
                {[
                  columns.variant,
                  columns.arrived,
                  columns.clicks,
                  isSms ? null : columns.opens,
                  decision ? columns.best : null,
                ].map(
                  (label, index) =>
                    label && (
                      <th
                        key={label}
                        scope="col"
                        className={`px-4 py-2 font-medium ${index ? 'text-right' : 'text-left'}`}
                      >
                        {label}
                      </th>
                    ),
                )}
              </tr>
            </thead>
            <tbody>
              {data?.data.map(({ variant, subject, arrived, tracking_refused: refused, clicks, opens }, index) => (
                <tr key={variant} className="border-b last:border-0">
                  <th scope="row" className="px-4 py-2 text-left font-normal">
                    <span className="font-medium uppercase">{variant}</span>{' '}
                    <span dir="auto" className="break-words text-muted">
                      {isSms ? (campaign.variants[index - 1]?.text ?? campaign.text) : subject}
                    </span>{' '}
                    {decision?.winner === variant && <Badge tone="good">{words.variants.winner}</Badge>}
                  </th>
                  <td className="px-4 py-2 text-right">{count(arrived)}</td>
                  <td className="px-4 py-2 text-right">{rate(clicks, arrived - refused)}</td>
                  {!isSms && <td className="px-4 py-2 text-right">{rate(opens, arrived - refused)}</td>}
                  {decision && <td className="px-4 py-2 text-right">{percent(probability(variant) ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </div>
  );
}

const HOUR_MS = 3_600_000;

function said({ decision, test, test_ended_at }: Campaign): string {
  if (decision) return words.variants.rules[decision.rule];
  if (test?.percent === 100) return words.variants.noDecision;
  if (test_ended_at === null) return words.variants.testing;
  const at = Date.parse(test_ended_at) + (test?.hours ?? 4) * HOUR_MS;
  return words.variants.decidedAt({ when: momentOf(new Date(at).toISOString()) });
}
