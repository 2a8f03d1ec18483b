'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Select } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { useLists } from '@/features/lists/queries';
import { useSegments } from '@/features/segments/queries';
import { count } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import { linesOf } from '../numbers';
import type { Campaign, CampaignCheck } from '../queries';
import { words } from '../words';
import type { Fields } from './fields';
import { Followed } from './followed';
import { PartPicker, type Part } from './part-picker';
import { LanguageCounts } from './languages';

interface AudienceSectionProps {
  follows: Campaign['follows'];
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  check: UseQueryResult<CampaignCheck>;
}

/** Who gets it, who is left out and why. */
export function AudienceSection({ follows, fields, change, check }: AudienceSectionProps) {
  const lists = useLists().data;
  const segments = useSegments().data;
  const parts: Part[] = [
    ...(lists ?? []).map(({ id, title, subscriber_count }) => ({
      ...{ id, kind: 'list' as const, name: title, count: subscriber_count },
    })),
    ...(segments ?? []).map(({ id, name, member_count }) => ({
      ...{ id, kind: 'segment' as const, name, count: member_count },
    })),
  ];
  const isLoaded = lists !== undefined && segments !== undefined;
  const isMarketing = fields.transactional_reason === null;
  const needsList = isMarketing && fields.segments.length > 0 && fields.lists.length === 0;
  return (
    <div id="audience" className="scroll-mt-20">
      <Panel title={words.sections.audience}>
        <div className="grid gap-5 p-4">
          {follows ? (
            <Followed follows={follows} />
          ) : (
            <PartPicker
              label={words.include}
              hint={words.includeHint}
              add={words.addInclude}
              parts={parts}
              isLoaded={isLoaded}
              lists={fields.lists}
              segments={fields.segments}
              onChange={(next) => change(next)}
            />
          )}
          {(needsList || (fields.list !== null && !follows)) && (
            <Field label={words.consentList} hint={words.consentListHint}>
              {(control) => (
                <Select
                  {...control}
                  value={fields.list ?? ''}
                  onChange={({ target }) => change({ list: target.value || null })}
                  className="sm:max-w-sm"
                >
                  <option value="">{words.chooseList}</option>
                  {(lists ?? []).map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <PartPicker
            label={words.exclude}
            hint={words.excludeHint}
            add={words.addExclude}
            parts={parts}
            isLoaded={isLoaded}
            lists={fields.without_lists}
            segments={fields.without_segments}
            onChange={(next) => change({ without_lists: next.lists, without_segments: next.segments })}
          />
        </div>
        <div className="border-t bg-sunken/50 px-4 py-3" aria-busy={check.isPlaceholderData}>
          {check.error && !check.data ? (
            <FormError text={sayError(check.error)} />
          ) : (
            <Reach check={check.data} isChosen={follows !== null || fields.lists.length + fields.segments.length > 0} />
          )}
        </div>
      </Panel>
    </div>
  );
}

function Reach({ check, isChosen }: { check?: CampaignCheck; isChosen: boolean }) {
  if (!isChosen) return <p className="text-[13px] text-muted">{words.chooseAudience}</p>;
  if (!check) return <p className="text-[13px] text-muted">{words.counting}</p>;
  const lines = linesOf(check.excluded);
  const said = check.is_exact ? words.willGet : words.willGetAtLeast;
  return (
    <>
      <p role="status" data-recipients={check.recipients} className="flex flex-wrap items-baseline gap-x-2">
        <strong className="text-base font-semibold tabular-nums">{said({ n: check.recipients })}</strong>
        <span className="text-[13px] text-muted">{words.ofMatched({ n: check.matched })}</span>
      </p>
      <LanguageCounts languages={check.languages} />
      {lines.length > 0 && (
        <dl aria-label={words.leftOut} className="mt-2 grid max-w-md gap-1 text-[13px]">
          {lines.map(([reason, number]) => (
            <div key={reason} className="flex justify-between gap-4">
              <dt className="text-muted">{words.exclusions[reason] ?? reason}</dt>
              <dd className="tabular-nums">{count(number)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
