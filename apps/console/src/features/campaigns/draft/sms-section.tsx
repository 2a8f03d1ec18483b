'use client';

import { smsSize } from '@dundun/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select, Textarea } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { useVariableNames } from '@/features/editor/use-variable-names';
import { May } from '@/features/session/may';
import type { Campaign, CampaignCheck } from '../queries';
import { words } from '../words';
import { CeilingField } from '../ceiling-field';
import type { Fields } from './fields';
import { SmsEstimate } from './sms-estimate';
import { SmsPreview } from './sms-preview';
import type { Autosave } from './use-autosave';

const TestDialog = dynamic(() => import('./test-dialog').then(({ TestDialog: loaded }) => loaded));

const LONGEST = 2_000;
const OPT_OUT = words.sms.optOut({ link: '{{ unsubscribe_url }}' });
/** Pages of mail, which an SMS does not have. */
const OF_MAIL = ['preferences_url', 'web_url'];

interface SmsSectionProps {
  campaign: Campaign;
  autosave: Autosave;
  check: UseQueryResult<CampaignCheck>;
}

/** Sender and text of SMS, with what they cost. */
export function SmsSection({ campaign, autosave, check }: SmsSectionProps) {
  const { fields, change, flush, version } = autosave;
  const [isTesting, setTesting] = useState(false);
  const sms = check.data?.sms ?? undefined;
  return (
    <div id="content" className="scroll-mt-20">
      <Panel
        title={words.sections.content}
        aside={
          <May call="testCampaign">
            <Button
              variant="outline"
              size="sm"
              onClick={() => void flush().then((isSaved) => isSaved && setTesting(true))}
            >
              {words.sendTest}
            </Button>
          </May>
        }
      >
        <div className="grid gap-6 p-4 md:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="grid min-w-0 content-start gap-4">
            <SenderField fields={fields} change={change} senders={sms?.senders} />
            <TextEditor fields={fields} change={change} />
            {sms && <SmsEstimate sms={sms} />}
            <CeilingField most={fields.most_sms_segments} onChange={(most) => change({ most_sms_segments: most })} />
            <div className="flex items-center justify-between gap-4 border-t pt-4">
              <span id="short-links" className="text-[13px]">
                <span className="block font-medium">{words.sms.track}</span>
                <span className="text-muted">{words.sms.trackHint}</span>
              </span>
              <Switch
                aria-labelledby="short-links"
                checked={fields.track_clicks}
                onCheckedChange={(isOn) => change({ track_clicks: isOn })}
              />
            </div>
          </div>
          <SmsPreview id={campaign.id} version={version} from={fields.sms_from} isEmpty={!fields.text} />
        </div>
      </Panel>
      {isTesting && (
        <TestDialog
          id={campaign.id}
          channel="sms"
          languages={check.data?.languages}
          onClose={() => setTesting(false)}
        />
      )}
    </div>
  );
}

interface PartProps {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
}

type Senders = NonNullable<CampaignCheck['sms']>['senders'];

function SenderField({ fields, change, senders = [] }: PartProps & { senders?: Senders }) {
  const { sms_source: source, sms_from: from } = fields;
  const chosen = source !== null && from !== null ? [{ source, from }] : [];
  const valueOf = (each: { source: string; from: string }) => JSON.stringify([each.source, each.from]);
  const all: { source: string; from: string }[] = [
    ...senders,
    ...chosen.filter((one) => !senders.some((each) => valueOf(each) === valueOf(one))),
  ];
  return (
    <Field label={words.sms.from} hint={all.length === 0 ? words.sms.noSenders : words.sms.fromHint}>
      {(control) => (
        <Select
          {...control}
          value={chosen.map(valueOf)[0] ?? ''}
          onChange={({ target }) => {
            const next = all.find((each) => valueOf(each) === target.value);
            change({ sms_source: next?.source ?? null, sms_from: next?.from ?? null });
          }}
        >
          <option value="">{words.sms.chooseSender}</option>
          {all.map((each) => (
            <option key={valueOf(each)} value={valueOf(each)}>
              {`${each.from} (${each.source})`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function TextEditor({ fields, change }: PartProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const names = useVariableNames().filter(({ value }) => !OF_MAIL.includes(value));
  const text = fields.text ?? '';
  const { encoding, segments } = smsSize(text);
  const write = (next: string) => change({ text: next || null, template: null });
  const insert = (name: string) => {
    const at = area.current?.selectionEnd ?? text.length;
    write(`${text.slice(0, at)}{{ ${name} }}${text.slice(at)}`);
    area.current?.focus();
  };
  return (
    <div className="grid gap-2">
      <Field label={words.sms.text} hint={words.sms.textHint}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            dir="auto"
            value={text}
            maxLength={LONGEST}
            onChange={({ target }) => write(target.value)}
            className="min-h-36"
          />
        )}
      </Field>
      <p data-segments={segments} className="text-[13px] text-muted tabular-nums">
        {words.sms.written({ characters: [...text].length, segments, alphabet: words.sms.alphabets[encoding] })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={words.sms.insert}
          value=""
          onChange={({ target }) => target.value && insert(target.value)}
          className="w-auto!"
        >
          <option value="">{words.sms.insert}</option>
          {names.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {!text.includes('unsubscribe_url') && (
          <Button variant="outline" onClick={() => write(`${text.trimEnd()} ${OPT_OUT}`.trimStart())}>
            {words.sms.addOptOut}
          </Button>
        )}
      </div>
    </div>
  );
}
