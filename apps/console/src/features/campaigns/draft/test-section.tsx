'use client';

import { visibleDifference } from '@dundun/domain';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { count, percent } from '@/lib/format';
import type { Campaign } from '../queries';
import { testWords } from '../test-words';
import { words } from '../words';
import type { Fields } from './fields';
import { VariantField } from './variant-field';

interface TestSectionProps {
  channel: Campaign['channel'];
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  recipients?: number;
}

type Test = NonNullable<Fields['test']>;

const MOST = 2;
const NAMES = ['A', 'B', 'C'];
const DEFAULT: Test = { percent: 20, metric: 'clicks', hours: 4, fallback: 'first' };
const PERCENTS = [10, 20, 30, 50, 100];
const HOURS = [1, 2, 4, 8, 24, 48];
const HELD = [0, 1, 5, 10, 20, 50];
/** The rate of clicks for which the page says what a test can show. */
const USUAL_RATE = 0.03;

/** What the variants of a channel say differently here. */
const TRIED = {
  email: { part: 'subject', first: words.otherSubject, hint: words.testHint, add: words.addVariant },
  sms: { part: 'text', first: testWords.otherText, hint: testWords.hint, add: testWords.add },
} as const;

/** Values of a choice, with the one that was set elsewhere. */
const withOwn = (values: number[], own: number) => [...new Set([...values, own])].sort((one, other) => one - other);

/** Other subjects or texts of SMS to try first, and people who get nothing. */
export function TestSection({ channel, fields, change, recipients = 0 }: TestSectionProps) {
  const { variants, holdout_percent: held } = fields;
  const test = fields.test ?? DEFAULT;
  const set = (part: Partial<Test>) => change({ test: { ...test, ...part } });
  const { part, first, hint, add } = TRIED[channel];
  const each = Math.floor((recipients * (1 - held / 100) * test.percent) / 100 / (variants.length + 1));
  return (
    <div id="test" className="scroll-mt-20">
      <Panel
        title={words.sections.test}
        aside={
          variants.length < MOST && (
            <Button
              variant="outline"
              size="sm"
              onClick={() => change({ variants: [...variants, { [part]: fields[part] || first }] })}
            >
              <Plus /> {add}
            </Button>
          )
        }
      >
        <div className="grid gap-4 p-4">
          {variants.length === 0 && <p className="text-[13px] text-muted">{hint}</p>}
          {variants.map((variant, index) => (
            <VariantField
              key={NAMES[index + 1]}
              channel={channel}
              name={NAMES[index + 1] ?? ''}
              value={variant[part] ?? ''}
              onChange={(said) =>
                change({ variants: variants.map((each, at) => (at === index ? { ...each, [part]: said } : each)) })
              }
              onRemove={() => change({ variants: variants.filter((_, at) => at !== index) })}
            />
          ))}
          {variants.length > 0 && (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <Field label={words.testShare}>
                  {(control) => (
                    <Select
                      {...control}
                      value={test.percent}
                      onChange={({ target }) => set({ percent: Number(target.value) })}
                    >
                      {withOwn(PERCENTS, test.percent).map((value) => (
                        <option key={value} value={value}>
                          {value === 100 ? words.testAll : percent(value / 100)}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
                {test.percent < 100 && (
                  <>
                    {channel === 'email' && (
                      <Field label={words.testMetric} hint={words.testMetricHint}>
                        {(control) => (
                          <Select
                            {...control}
                            value={test.metric}
                            onChange={({ target }) => set({ metric: target.value as Test['metric'] })}
                          >
                            <option value="clicks">{words.metrics.clicks}</option>
                            <option value="opens">{words.metrics.opens}</option>
                          </Select>
                        )}
                      </Field>
                    )}
                    <Field label={words.testHours}>
                      {(control) => (
                        <Select
                          {...control}
                          value={test.hours}
                          onChange={({ target }) => set({ hours: Number(target.value) })}
                        >
                          {withOwn(HOURS, test.hours).map((value) => (
                            <option key={value} value={value}>
                              {words.hours({ n: value })}
                            </option>
                          ))}
                        </Select>
                      )}
                    </Field>
                    <Field label={words.testFallback}>
                      {(control) => (
                        <Select
                          {...control}
                          value={test.fallback}
                          onChange={({ target }) => set({ fallback: target.value as Test['fallback'] })}
                        >
                          <option value="first">{words.fallbacks.first}</option>
                          <option value="split">{words.fallbacks.split}</option>
                        </Select>
                      )}
                    </Field>
                  </>
                )}
              </div>
              {each > 0 && (
                <p className="text-[13px] text-muted">
                  {words.testShows({ n: count(each), points: percent(visibleDifference(each, USUAL_RATE)) })}
                </p>
              )}
            </>
          )}
          <div className="border-t pt-4 sm:max-w-80">
            <Field label={words.holdout} hint={words.holdoutHint}>
              {(control) => (
                <Select
                  {...control}
                  value={held}
                  onChange={({ target }) => change({ holdout_percent: Number(target.value) })}
                >
                  {withOwn(HELD, held).map((value) => (
                    <option key={value} value={value}>
                      {value === 0 ? words.holdoutNone : percent(value / 100)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        </div>
      </Panel>
    </div>
  );
}
