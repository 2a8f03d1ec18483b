import {
  ANY_IMPORT,
  LIST_STATUSES,
  type BucketLeaf,
  type CreatedLeaf,
  type ImportedLeaf,
  type ListLeaf,
  type ReachableLeaf,
  type SegmentLeaf,
} from '@dundun/domain';
import { ToggleGroup } from 'radix-ui';
import { Input } from '@/components/ui/input';
import { useImports } from '@/features/imports/queries';
import { useLists } from '@/features/lists/queries';
import { useSegments } from '../queries';
import type { EditorProps } from './context';
import { Choice, NumberBox, Words } from './fields';
import { WindowField } from './window-field';
import { words } from './words';

interface PolarityProps {
  label: string;
  isNot: boolean;
  yes: string;
  no: string;
  onChange: (isNot: boolean) => void;
}

const Polarity = ({ label, isNot, yes, no, onChange }: PolarityProps) => (
  <Choice
    label={label}
    value={isNot ? 'no' : 'yes'}
    options={[
      ['yes', yes],
      ['no', no],
    ]}
    onChange={(next) => onChange(next === 'no')}
  />
);

/** A choice of a list; one that is gone stays to be replaced. */
export function ListChoice({
  value,
  invalid,
  none,
  onChange,
}: {
  value: string;
  invalid: boolean;
  none?: string;
  onChange: (id: string) => void;
}) {
  const { data: lists = [] } = useLists();
  const options = lists.map(({ id, title }) => [id, title] as const);
  return (
    <Choice
      label={words.list}
      value={value}
      options={none === undefined ? options : [['', none] as const, ...options]}
      none={none === undefined ? words.chooseList : undefined}
      invalid={invalid}
      onChange={onChange}
      className="w-full sm:w-52"
    />
  );
}

/** A condition on the place of people on a list. */
export function ListCondition({ node, leaf, faults, set, setNot }: EditorProps<ListLeaf>) {
  return (
    <>
      <Polarity label={words.areOrNot} isNot={node.isNot} yes={words.are} no={words.areNot} onChange={setNot} />
      <ToggleGroup.Root
        type="multiple"
        aria-label={words.status}
        value={leaf.status}
        onValueChange={(next) => {
          const status = LIST_STATUSES.filter((each) => next.includes(each));
          const { since, ...rest } = leaf;
          set({ ...rest, status, ...(since && !status.includes('none') && { since }) });
        }}
        className="flex max-w-full flex-wrap gap-1"
      >
        {LIST_STATUSES.map((status) => (
          <ToggleGroup.Item
            key={status}
            value={status}
            className="h-9 rounded-lg border px-2.5 text-[13px] text-muted hover:text-foreground data-[state=on]:border-primary data-[state=on]:bg-tint data-[state=on]:text-on-tint sm:h-8"
          >
            {words.statuses[status]}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <Choice
        label={words.channel}
        value={leaf.channel ?? ''}
        options={[
          ['', words.byAnyChannel],
          ['email', words.byChannels.email],
          ['sms', words.byChannels.sms],
        ]}
        onChange={(value) => {
          const { list, status, since } = leaf;
          set({
            list,
            status,
            ...(since && { since }),
            ...((value === 'email' || value === 'sms') && { channel: value }),
          });
        }}
        className="w-full sm:w-32"
      />
      <Words>{words.onTheList}</Words>
      <ListChoice value={leaf.list} invalid={faults.isWrong('list')} onChange={(list) => set({ ...leaf, list })} />
    </>
  );
}

/** A condition on being in another segment. */
export function SegmentCondition({
  node,
  leaf,
  faults,
  set,
  setNot,
  own,
}: EditorProps<SegmentLeaf> & { own?: string }) {
  const { data: segments = [] } = useSegments();
  const options = segments.filter(({ id }) => id !== own).map(({ id, name }) => [id, name] as const);
  return (
    <>
      <Polarity label={words.areOrNot} isNot={node.isNot} yes={words.are} no={words.areNot} onChange={setNot} />
      <Words>{words.inTheSegment}</Words>
      <Choice
        label={words.segment}
        value={leaf.segment}
        options={options}
        none={words.chooseSegment}
        invalid={faults.isWrong('segment')}
        onChange={(segment) => set({ segment })}
        className="w-full sm:w-56"
      />
    </>
  );
}

/** A condition on being reachable. */
export function ReachableCondition({ node, leaf, faults, set, setNot }: EditorProps<ReachableLeaf>) {
  return (
    <>
      <Polarity label={words.canOrNot} isNot={node.isNot} yes={words.can} no={words.cannot} onChange={setNot} />
      <Words>{words.get}</Words>
      <Choice
        label={words.channel}
        value={leaf.reachable}
        options={[
          ['email', words.channels.email],
          ['sms', words.channels.sms],
        ]}
        onChange={(reachable) => set({ ...leaf, reachable })}
      />
      <ListChoice
        value={leaf.list ?? ''}
        none={words.ofAnyList}
        invalid={faults.isWrong('list')}
        onChange={(list) => set({ reachable: leaf.reachable, ...(list && { list }) })}
      />
    </>
  );
}

/** A condition on when somebody became known. */
export function CreatedCondition({ node, leaf, faults, set, setNot }: EditorProps<CreatedLeaf>) {
  return (
    <>
      <Polarity
        label={words.becameOrNot}
        isNot={node.isNot}
        yes={words.became}
        no={words.becameNot}
        onChange={setNot}
      />
      <WindowField
        window={leaf.created}
        invalid={faults.isWrong('created')}
        isOptional={false}
        onChange={(created) => created && set({ created })}
      />
    </>
  );
}

/** A condition on the import by which people came. Imports older than a month are forgotten, their people are not. */
export function ImportedCondition({ node, leaf, faults, set, setNot }: EditorProps<ImportedLeaf>) {
  const { data } = useImports({});
  const files = (data?.data ?? []).map(({ id, file_name }) => [id, file_name] as const);
  const isKnown = leaf.imported === ANY_IMPORT || files.some(([id]) => id === leaf.imported);
  return (
    <>
      <Polarity label={words.cameOrNot} isNot={node.isNot} yes={words.came} no={words.cameNot} onChange={setNot} />
      <Choice
        label={words.import}
        value={leaf.imported}
        options={[
          [ANY_IMPORT, words.anyImport],
          ...files,
          ...(isKnown ? [] : [[leaf.imported, words.earlierImport] as const]),
        ]}
        invalid={faults.isWrong('imported')}
        onChange={(imported) => set({ imported })}
        className="w-full sm:w-56"
      />
    </>
  );
}

const PLACES_PER_PERCENT = 100;

/** A condition that picks a share of all people at random, the same people each time. */
export function BucketCondition({ node, leaf, faults, set, setNot }: EditorProps<BucketLeaf>) {
  const { salt, from, to } = leaf.bucket;
  return (
    <>
      <Polarity label={words.areOrNot} isNot={node.isNot} yes={words.random} no={words.randomNot} onChange={setNot} />
      <NumberBox
        label={words.share}
        value={(to - from + 1) / PLACES_PER_PERCENT}
        invalid={faults.isWrong('bucket')}
        min={0.01}
        max={100}
        onChange={(share) => set({ bucket: { salt, from, to: Math.round(from + share * PLACES_PER_PERCENT - 1) } })}
      />
      <Words>{words.percentOf}</Words>
      <Input
        aria-label={words.salt}
        placeholder={words.salt}
        title={words.saltHint}
        maxLength={100}
        value={salt}
        onChange={(event) => set({ bucket: { salt: event.target.value, from, to } })}
        className="w-44!"
      />
    </>
  );
}
