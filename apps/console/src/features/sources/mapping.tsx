import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Json } from '@/features/events/json';
import { May } from '@/features/session/may';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { useSettled } from '@/lib/use-settled';
import { useChangeSource, usePreview, type Source } from './queries';
import { words } from './words';

const TYPING_MS = 400;
const code = 'min-h-56! font-mono text-xs! leading-5';

interface MappingProps {
  source: Source;
  /** A received payload to try the mapping on, as JSON. */
  received: string | undefined;
}

/** The mapping of a JSON webhook, tried on a real event as you type. */
export function Mapping({ source, received }: MappingProps) {
  const stored = String(source.settings.mapping ?? '');
  const [mapping, setMapping] = useState(stored);
  const [sample, setSample] = useState(received ?? '');
  const change = useChangeSource(source.id);
  useEffect(() => {
    if (received !== undefined) setSample(indented(received));
  }, [received]);
  const payload = objectIn(useSettled(sample, TYPING_MS) ?? '');
  const preview = usePreview(source.id, payload, useSettled(mapping, TYPING_MS) ?? '');
  const save = () =>
    void change.mutateAsync({ settings: { mapping } }).then(() => toast.success(words.saved), toast.failure);
  const isWrong = sample.trim() !== '' && objectIn(sample) === null;
  return (
    <Panel
      title={words.mapping}
      aside={
        <May call="updateSource">
          <Button size="sm" busy={change.isPending} disabled={mapping === stored} onClick={save}>
            {words.saveMapping}
          </Button>
        </May>
      }
    >
      <div className="grid gap-4 px-4 py-4">
        <p className="max-w-prose text-[13px] text-muted">{words.mappingText}</p>
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <Field label={words.sample} error={isWrong ? words.badSample : undefined}>
            {(control) => (
              <Textarea
                {...control}
                className={code}
                spellCheck={false}
                value={sample}
                onChange={(event) => setSample(event.target.value)}
              />
            )}
          </Field>
          <Field label={words.expression}>
            {(control) => (
              <Textarea
                {...control}
                className={code}
                spellCheck={false}
                value={mapping}
                onChange={(event) => setMapping(event.target.value)}
              />
            )}
          </Field>
          <div role="status" aria-label={words.result} className="min-w-0">
            <p className="mb-1.5 text-[13px] font-medium">{words.result}</p>
            {payload === null && !isWrong && <p className="text-[13px] text-muted">{words.noSample}</p>}
            {payload !== null && preview.error && (
              <p className="rounded-lg bg-danger-tint px-3 py-2 text-[13px] break-words text-danger">
                {sayError(preview.error)}
              </p>
            )}
            {payload !== null && !preview.error && preview.data && <Results data={preview.data.data} />}
          </div>
        </div>
      </div>
    </Panel>
  );
}

const Results = ({ data }: { data: NonNullable<ReturnType<typeof usePreview>['data']>['data'] }) => (
  <ul className="grid gap-2">
    {data.map(({ event_id: id, ignored, notices, effects }) => (
      <li key={id} className="grid min-w-0 gap-2">
        {ignored !== null && <p className="text-[13px] text-muted">{words.ignoredAs({ why: ignored })}</p>}
        {effects.length > 0 && <Json value={effects.length === 1 ? effects[0] : effects} />}
        {notices.map((notice) => (
          <p key={notice} className="text-[13px] break-words text-wait">
            {notice}
          </p>
        ))}
      </li>
    ))}
  </ul>
);

/** Returns the object of a JSON text, or null. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const indented = (json: string) => {
  const value = objectIn(json);
  return value === null ? json : JSON.stringify(value, null, 2);
};
