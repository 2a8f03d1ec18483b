'use client';

import { GRAPH_LIMITS } from '@dundun/domain';
import { Pencil, Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { SuggestBox } from '@/components/ui/suggest-box';
import { useProfiles } from '@/features/profiles/queries';
import { May } from '@/features/session/may';
import { useCreateTemplate, useTemplate, useTemplates } from '@/features/templates/queries';
import { useWorkspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { useSettled } from '@/lib/use-settled';
import { useFlow } from '../flow/flow-context';
import { ChoicePart, LengthPart, ListPart, TextPart } from './panel-parts';
import { withKey, type PanelProps } from './panel-props';
import { words } from './words';

type SendProps = PanelProps<'email'> | PanelProps<'sms'>;

const { send: said } = words;
const TYPING_MS = 200;
const LONGEST_SENDER = 20;

/** The content of a mail, who sends it, and by whose consent. */
export function EmailPanel({ step, change }: PanelProps<'email'>) {
  const profiles = useProfiles().data?.data ?? [];
  return (
    <>
      <TemplatePart template={step.template} onChange={(template) => change({ ...step, template })} />
      <Consent step={step} change={change} />
      <TimingPart step={step} change={change} />
      <ChoicePart
        label={said.profile}
        hint={said.profileHint}
        value={step.profile ?? ''}
        none={said.defaultProfile}
        options={Object.fromEntries(profiles.map(({ id, name }) => [id, name])) as Record<string, string>}
        onChange={(profile) => change(withKey(step, 'profile', profile))}
      />
    </>
  );
}

type Wording = keyof typeof said.wordings;

/** The text of an SMS, or the template that has it. */
export function SmsPanel({ step, change }: PanelProps<'sms'>) {
  const { template, text, ...rest } = step;
  const now: Wording = template === undefined ? 'text' : 'template';
  return (
    <>
      <ChoicePart
        label={said.wording}
        value={now}
        options={said.wordings}
        onChange={(to) => change(to === 'text' ? { ...rest, text: '' } : { ...rest, template: '' })}
      />
      {template === undefined ? (
        <Field label={said.text} hint={said.textHint}>
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              maxLength={GRAPH_LIMITS.smsLength}
              value={text ?? ''}
              onChange={({ target }) => change({ ...step, text: target.value })}
            />
          )}
        </Field>
      ) : (
        <TemplatePart template={template} onChange={(next) => change({ ...step, template: next })} />
      )}
      <Consent step={step} change={change} />
      <TimingPart step={step} change={change} />
      <TextPart
        label={said.from}
        hint={said.fromHint}
        maxLength={LONGEST_SENDER}
        value={step.from ?? ''}
        onChange={(from) => change(withKey(step, 'from', from))}
      />
    </>
  );
}

/** What becomes of a message that may not leave when its turn comes. */
const TimingPart = ({ step, change }: SendProps) => (
  <>
    <ChoicePart
      label={said.late}
      hint={said.lateHint}
      value={step.late}
      options={said.lates}
      onChange={(late) => change({ ...step, late })}
    />
    <LengthPart
      label={said.expires}
      hint={said.expiresHint}
      value={step.expires}
      onChange={(expires) => change({ ...step, expires })}
    />
  </>
);

function Consent({ step, change }: SendProps) {
  const { graph, names } = useFlow();
  const { list } = graph.settings;
  const none = list === undefined ? said.noListOfAll : said.listOfAll({ name: names.list(list) ?? '…' });
  return (
    <ListPart
      label={said.list}
      hint={said.listHint}
      none={none}
      value={step.list ?? ''}
      onChange={(next) => change(withKey(step, 'list', next))}
    />
  );
}

const TemplatePart = ({ template, onChange }: { template: string; onChange: (template: string) => void }) =>
  template === '' ? <Search onChoose={onChange} /> : <Chosen id={template} onClear={() => onChange('')} />;

/** Finds a template by name, or makes a new one, which stays empty until somebody designs it. */
function Search({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const q = useSettled(text.trim(), TYPING_MS);
  const templates = useTemplates(q ? { q } : {}).data?.data ?? [];
  const create = useCreateTemplate();
  const brand = useWorkspace().data;
  const design = async () => {
    // Its code is large, and few need it.
    const { starter } = await import('@/features/editor/new-block');
    const name = `${said.templateName} ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`;
    onChoose((await create.mutateAsync({ name, subject: name, design: starter('newsletter', brand) })).id);
  };
  return (
    <div className="grid gap-2">
      <Field label={said.template} hint={said.templateHint}>
        {(control) => (
          <SuggestBox
            label={said.template}
            describedBy={control['aria-describedby']}
            placeholder={said.typeName}
            none={said.noTemplate}
            value={text}
            suggestions={templates.map(({ id, name, subject }) => ({ id, value: name, note: subject ?? undefined }))}
            onChange={setText}
            onChoose={(typed, suggestion) => {
              const wanted = suggestion ?? templates.find(({ name }) => name === typed.trim());
              if (wanted) onChoose(wanted.id);
            }}
            maxLength={200}
          />
        )}
      </Field>
      <May call="createTemplate">
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          busy={create.isPending}
          onClick={() => void design().catch(toast.failure)}
        >
          <Plus /> {said.create}
        </Button>
      </May>
    </div>
  );
}

function Chosen({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useTemplate(id);
  return (
    <div className="grid gap-2 rounded-xl border bg-background p-3" role="group" aria-label={said.template}>
      <div className="min-w-0">
        <p dir="auto" className="truncate text-[13px] font-semibold">
          {data?.name ?? '…'}
        </p>
        <p dir="auto" className="truncate text-[13px] text-muted">
          {data?.subject}
        </p>
      </div>
      <p className="text-[13px] text-muted">{said.templateHint}</p>
      <div className="flex flex-wrap gap-2">
        <May call="updateTemplate">
          <Button asChild variant="outline" size="sm">
            <Link href={`/templates/${encodeURIComponent(id)}/edit`}>
              <Pencil /> {said.edit}
            </Link>
          </Button>
        </May>
        <Button variant="outline" size="sm" onClick={onClear}>
          {said.other}
        </Button>
      </div>
    </div>
  );
}
