import { MESSAGE_CHANNELS, MESSAGE_STATUSES } from '@dundun/domain';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Input, Select } from '@/components/ui/input';
import { SearchBox } from '@/components/ui/search-box';
import { daysOf, PERIODS, periodOf, type Period } from './message-filters';
import { useProviderNames, type TagView } from './queries';
import type { MessageFilterState } from './use-message-filters';
import { words } from './words';

const CUSTOM = '..';

export function FilterBar({ filters, tags }: { filters: MessageFilterState; tags: TagView[] }) {
  const { values, choose } = filters;
  const { data: providers = [] } = useProviderNames();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox
        hotkey
        label={words.search}
        value={values.search ?? ''}
        onChange={(event) => filters.type(event.target.value)}
        maxLength={255}
        className="w-full min-w-56 sm:w-auto sm:max-w-sm sm:flex-1"
      />
      <Choice
        label={words.status}
        any={words.anyStatus}
        value={values.status}
        options={MESSAGE_STATUSES.map((status) => [status, words.statuses[status]])}
        onChange={(status) => choose({ status: MESSAGE_STATUSES.find((each) => each === status) ?? null })}
      />
      <Choice
        label={words.channel}
        any={words.anyChannel}
        value={values.channel}
        options={MESSAGE_CHANNELS.map((channel) => [channel, words.channels[channel]])}
        onChange={(channel) => choose({ channel: MESSAGE_CHANNELS.find((each) => each === channel) ?? null })}
      />
      <Choice
        label={words.tag}
        any={words.anyTag}
        value={values.tag}
        options={tags.map(({ tag }) => [tag, tag])}
        onChange={(tag) => choose({ tag })}
      />
      <Choice
        label={words.provider}
        any={words.anyProvider}
        value={values.provider}
        options={providers.map(({ name, title }) => [name, title])}
        onChange={(provider) => choose({ provider })}
      />
      {values.uid !== null && (
        <Button variant="outline" onClick={() => choose({ uid: null })} className="max-w-full">
          <span className="truncate" title={values.uid}>
            {words.person({ uid: values.uid })}
          </span>
          <X aria-label={words.removeFilter} />
        </Button>
      )}
      <When value={values.when} onChange={(when) => choose({ when })} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  value: string | null;
  options: (readonly [value: string, label: string])[];
  onChange: (value: string | null) => void;
}

/** A value of the URL that is no option shows nevertheless. */
function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  const isKnown = value === null || options.some(([option]) => option === value);
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      className="min-w-0 flex-1 basis-36 sm:w-40 sm:flex-none"
    >
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const NAMES = Object.keys(PERIODS) as Period[];

/** A running period, or two days. */
function When({ value, onChange }: { value: string | null; onChange: (when: string | null) => void }) {
  const days = daysOf(value);
  return (
    <>
      <Select
        aria-label={words.when}
        value={days ? CUSTOM : (NAMES.find((name) => name === value) ?? '')}
        onChange={(event) => onChange(event.target.value || null)}
        className="min-w-0 flex-1 basis-36 sm:w-40 sm:flex-none"
      >
        <option value="">{words.anyTime}</option>
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {words.periods[name]}
          </option>
        ))}
        <option value={CUSTOM}>{words.custom}</option>
      </Select>
      {days && (
        <span className="flex w-full items-center gap-2 sm:w-auto">
          <Input
            type="date"
            aria-label={words.fromDay}
            value={days.from}
            max={days.to || undefined}
            onChange={(event) => onChange(periodOf(event.target.value, days.to) ?? CUSTOM)}
          />
          <span aria-hidden="true">–</span>
          <Input
            type="date"
            aria-label={words.toDay}
            value={days.to}
            min={days.from || undefined}
            onChange={(event) => onChange(periodOf(days.from, event.target.value) ?? CUSTOM)}
          />
        </span>
      )}
    </>
  );
}
