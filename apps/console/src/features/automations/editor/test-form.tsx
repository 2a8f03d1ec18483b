import { useState } from 'react';
import type { AutomationGraph } from '@dundun/domain';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { SuggestBox } from '@/components/ui/suggest-box';
import { usePeople } from '@/features/people/queries';
import { useSettled } from '@/lib/use-settled';
import { ChoicePart, TextPart } from '../steps/panel-parts';
import { SwitchPart } from '../steps/switch-part';
import type { TestFields } from './test-person';
import { words } from './words';

const { walking: said } = words;
const TYPING_MS = 200;
const LONGEST = 2_000;

interface TestFormProps {
  graph: AutomationGraph;
  fields: TestFields;
  onChange: (change: Partial<TestFields>) => void;
}

/** Who goes through a test, and where its messages go. */
export function TestForm({ graph, fields, onChange }: TestFormProps) {
  const has = (kind: string) => graph.steps.some((step) => step.kind === kind);
  const isClicked = graph.steps.some((step) => step.kind === 'branch' && step.branches.some((each) => 'clicked' in each)); // prettier-ignore
  return (
    <div className="grid gap-4">
      <ChoicePart label={said.who} value={fields.who} options={said.whos} onChange={(who) => onChange({ who })} />
      {fields.who === 'person' ? (
        <PersonPart fields={fields} onChange={onChange} />
      ) : (
        <LinesPart
          label={said.attributes}
          hint={said.attributesHint}
          value={fields.attributes}
          onChange={(attributes) => onChange({ attributes })}
        />
      )}
      {(graph.trigger.kind === 'event' || graph.trigger.kind === 'api') && (
        <LinesPart
          label={said.entry}
          hint={said.entryHint}
          value={fields.entry}
          onChange={(entry) => onChange({ entry })}
        />
      )}
      {has('email') && (
        <TextPart
          label={said.email}
          hint={said.addressHint}
          maxLength={320}
          placeholder="ada@example.com"
          value={fields.email}
          onChange={(email) => onChange({ email })}
        />
      )}
      {has('sms') && (
        <TextPart
          label={said.number}
          hint={said.addressHint}
          maxLength={30}
          placeholder="2348012345678"
          value={fields.number}
          onChange={(number) => onChange({ number })}
        />
      )}
      {has('webhook') && (
        <SwitchPart
          label={said.calls}
          hint={said.callsHint}
          value={fields.calls}
          onChange={(calls) => onChange({ calls })}
        />
      )}
      {isClicked && (
        <SwitchPart
          label={said.clicks}
          hint={said.clicksHint}
          value={fields.clicks}
          onChange={(clicks) => onChange({ clicks })}
        />
      )}
    </div>
  );
}

function PersonPart({ fields, onChange }: Omit<TestFormProps, 'graph'>) {
  const [isOpen, setOpen] = useState(false);
  const search = useSettled(fields.typed.trim(), TYPING_MS);
  const people = usePeople(search && isOpen ? { search } : {}).data?.data ?? [];
  return (
    <Field label={said.person} hint={said.personHint}>
      {(control) => (
        <SuggestBox
          label={said.person}
          describedBy={control['aria-describedby']}
          placeholder={said.typePerson}
          none={said.noPerson}
          value={fields.typed}
          suggestions={people.map(({ uid, email }) => ({ uid, value: email ?? uid, note: email ? uid : undefined }))}
          onChange={(typed) => {
            setOpen(true);
            onChange({ typed, uid: '' });
          }}
          onChoose={(typed, chosen) => onChange({ typed, uid: chosen?.uid ?? '' })}
          maxLength={255}
        />
      )}
    </Field>
  );
}

interface LinesPartProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

const LinesPart = ({ label, hint, value, onChange }: LinesPartProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Textarea
        {...control}
        dir="auto"
        rows={3}
        maxLength={LONGEST}
        className="font-mono text-xs"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);
