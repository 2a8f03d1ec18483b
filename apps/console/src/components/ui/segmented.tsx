import { ToggleGroup } from 'radix-ui';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A choice among a few options, all visible. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next as T)}
      className="flex max-w-full gap-0.5 overflow-x-auto rounded-lg border bg-sunken p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="h-6.5 shrink-0 rounded-md px-2.5 text-[13px] font-medium text-muted transition-colors hover:text-foreground focus-visible:outline-offset-0 data-[state=on]:bg-surface data-[state=on]:text-foreground data-[state=on]:shadow-shade dark:data-[state=on]:bg-line"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
