import { hasUnknown, MESSAGE_FACTS, type MessageLeaf, type MessageSource, type Times } from '@dundun/domain';
import { Button } from '@/components/ui/button';
import { Switch } from '@/components/ui/switch';
import { CampaignChoice } from './campaign-choice';
import { useBuilder, type EditorProps } from './context';
import { Choice, NumberBox, Words } from './fields';
import { ListChoice } from './other-conditions';
import { WindowField } from './window-field';
import { words } from './words';

const TIMES = ['once', 'at_least', 'at_most', 'exactly'] as const;
const isSeen = (message: MessageLeaf['message']) => message === 'opened' || message === 'clicked';

const SOURCES = ['any', 'list', 'campaign'] as const;

interface SourceFieldProps {
  of: MessageSource | undefined;
  invalid: boolean;
  onChange: (of: MessageSource | undefined) => void;
}

/** Whose messages: of any list, of one, or of a campaign. */
function SourceField({ of, invalid, onChange }: SourceFieldProps) {
  const kind = of ? ('list' in of ? 'list' : 'campaign') : 'any';
  return (
    <>
      <Choice
        label={words.whoseMessages}
        value={kind}
        options={SOURCES.map((each) => [each, words.messageSources[each]] as const)}
        onChange={(next) =>
          next !== kind && onChange(next === 'any' ? undefined : next === 'list' ? { list: '' } : { campaign: '' })
        }
      />
      {of && 'list' in of && <ListChoice value={of.list} invalid={invalid} onChange={(list) => onChange({ list })} />}
      {of && 'campaign' in of && (
        <CampaignChoice value={of.campaign} invalid={invalid} onChange={(campaign) => onChange({ campaign })} />
      )}
    </>
  );
}

/** A condition on what happened with messages of lists. */
export function MessageCondition({ node, leaf, faults, set: setLeaf, setNot }: EditorProps<MessageLeaf>) {
  const { message, of, machine, including_unknown: takesUnknown, times, window } = leaf;
  const narrow = useBuilder().narrowingOf?.(node.id);
  // What no longer applies is not kept unseen.
  const set = (next: MessageLeaf) => setLeaf(hasUnknown(next) ? next : { ...next, including_unknown: undefined });
  const [kind = 'once', number = 2] = (times ? Object.entries(times)[0] : []) as [string?, number?];
  const make = (next: string, count: number) =>
    set({ ...leaf, times: next === 'once' ? undefined : ({ [next]: count } as unknown as Times) });
  return (
    <>
      <Choice
        label={words.whatHappened}
        value={`${node.isNot ? 'not' : 'is'}:${message}`}
        options={[false, true].flatMap((isNot) =>
          MESSAGE_FACTS.map(
            (each) => [`${isNot ? 'not' : 'is'}:${each}`, words.messageFacts[each][isNot ? 1 : 0]] as const,
          ),
        )}
        onChange={(next) => {
          const [polarity, fact] = next.split(':') as [string, MessageLeaf['message']];
          set({ ...leaf, message: fact, machine: isSeen(fact) ? machine : undefined });
          setNot(polarity === 'not');
        }}
      />
      <Choice
        label={words.often}
        value={kind}
        options={TIMES.map((each) => [each, words.oftens[each]] as const)}
        onChange={(next) => make(next, number)}
      />
      {times && (
        <>
          <NumberBox
            label={words.count}
            value={number}
            invalid={faults.isWrong('times')}
            step={1}
            min={0}
            onChange={(next) => make(kind, next)}
          />
          <Words>{words.times}</Words>
        </>
      )}
      <WindowField
        window={window}
        invalid={faults.isWrong('window')}
        onChange={(next) => set({ ...leaf, window: next })}
      />
      <SourceField of={of} invalid={faults.isWrong('of')} onChange={(next) => set({ ...leaf, of: next })} />
      {hasUnknown(leaf) && (
        <label className="inline-flex min-h-8 items-center gap-2 text-[13px]" title={words.unknownOpensHint}>
          <Switch
            checked={takesUnknown ?? false}
            onCheckedChange={(isOn) => set({ ...leaf, including_unknown: isOn || undefined })}
          />
          {words.unknownOpens}
        </label>
      )}
      {narrow && (
        <Button size="sm" variant="outline" onClick={narrow}>
          {words.onlySent}
        </Button>
      )}
      {(message === 'clicked' || machine) && (
        <Choice
          label={words.whoCounts}
          value={machine ? 'anybody' : 'people'}
          options={[
            ['people', words.byPeople],
            ['anybody', words.byAnybody],
          ]}
          onChange={(next) => set({ ...leaf, machine: next === 'anybody' ? true : undefined })}
        />
      )}
    </>
  );
}
