'use client';

import { UTM_NAMES } from '@dundun/domain';
import { useId } from 'react';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { sayError } from '@/lib/say-error';
import { useTargets, type Target } from '../queries';
import { words } from '../words';
import type { Fields } from './fields';
import { firstUtm } from './first-utm';

interface UtmSectionProps {
  id: string;
  version: string;
  fields: Fields;
  change: (part: Partial<Fields>) => void;
}

/** UTM parameters of the links, each link with where it leads, and the ones that get none. */
export function UtmSection({ id, version, fields, change }: UtmSectionProps) {
  const label = useId();
  const { utm } = fields;
  const set = (part: Partial<NonNullable<Fields['utm']>>) => change({ utm: { ...utm, ...part } });
  return (
    <div id="links" className="scroll-mt-20">
      <Panel title={words.sections.links}>
        <div className="grid gap-4 p-4">
          <div className="flex items-center justify-between gap-4">
            <span id={label} className="text-[13px]">
              <span className="block font-medium">{words.utm}</span>
              <span className="text-muted">{words.utmHint}</span>
            </span>
            <Switch
              aria-labelledby={label}
              checked={utm !== null}
              onCheckedChange={(isOn) => change({ utm: isOn ? firstUtm(fields.name) : null })}
            />
          </div>
          {utm !== null && (
            <>
              <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
                {UTM_NAMES.map((name) => (
                  <Field key={name} label={`utm_${name}`}>
                    {(control) => (
                      <Input
                        {...control}
                        value={utm[name] ?? ''}
                        maxLength={200}
                        autoComplete="off"
                        spellCheck={false}
                        onChange={({ target }) => set({ [name]: target.value || undefined })}
                      />
                    )}
                  </Field>
                ))}
              </div>
              <Targets id={id} version={version} except={utm.except ?? []} onChange={(except) => set({ except })} />
            </>
          )}
        </div>
      </Panel>
    </div>
  );
}

interface TargetsProps {
  id: string;
  version: string;
  except: string[];
  onChange: (except: string[]) => void;
}

function Targets({ id, version, except, onChange }: TargetsProps) {
  const { data, error } = useTargets(id, version);
  if (error && !data) return <FormError text={sayError(error)} />;
  if (!data) return null;
  if (data.data.length === 0) return <p className="text-[13px] text-muted">{words.noTargets}</p>;
  const toggle = (target: string, isTagged: boolean) =>
    onChange(isTagged ? except.filter((each) => each !== target) : [...except, target]);
  return (
    <ul aria-label={words.targets} className="grid gap-2 border-t pt-4">
      {data.data.map((each) => (
        <TargetRow
          key={each.target}
          {...each}
          isTagged={!except.includes(each.target)}
          onChange={(isTagged) => toggle(each.target, isTagged)}
        />
      ))}
    </ul>
  );
}

interface TargetRowProps extends Target {
  isTagged: boolean;
  onChange: (isTagged: boolean) => void;
}

const TargetRow = ({ target, result, isTagged, onChange }: TargetRowProps) => (
  <li className="flex items-start justify-between gap-4 rounded-lg border px-3 py-2 text-[13px]">
    <span className="min-w-0">
      <span className="block break-all">{target}</span>
      {result !== target && <span className="block break-all text-muted">{words.leadsTo({ result })}</span>}
    </span>
    <Switch aria-label={words.tagged({ target })} checked={isTagged} onCheckedChange={onChange} />
  </li>
);
