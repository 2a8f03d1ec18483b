import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useLabel } from '@/components/form/labels';
import { Segmented } from '@/components/ui/segmented';
import { GROUPS, isChosen, toggled } from './types';
import { words } from './words';

/** Everything, or groups and single types of entries. */
export function TypeChoice() {
  const { field, fieldState } = useController<{ types: string[] }, 'types'>({
    name: 'types',
    rules: { validate: (types) => types.length > 0 || words.chooseTypes },
  });
  const id = useId();
  useLabel('types', words.types);
  const isAll = field.value.includes('*');
  const { error } = fieldState;
  return (
    <fieldset
      className="grid gap-2.5"
      aria-describedby={error && `${id}-error`}
      ref={(element) => field.ref(element?.querySelector('input') ?? null)}
    >
      <legend className="mb-1.5 text-[13px] font-medium">{words.types}</legend>
      <Segmented
        label={words.types}
        value={isAll ? 'all' : 'some'}
        options={[
          { value: 'all', label: words.everything },
          { value: 'some', label: words.some },
        ]}
        onChange={(choice) => field.onChange(choice === 'all' ? ['*'] : ['message.*'])}
      />
      {!isAll &&
        Object.entries(GROUPS).map(([group, names]) => (
          <details key={group} className="rounded-xl border px-3.5 py-2">
            <summary className="cursor-pointer text-[13px] font-medium">
              {words.groups[group] ?? group}
              <span className="ml-2 font-normal text-muted">
                {names.filter((name) => isChosen(field.value, `${group}.${name}`)).length}/{names.length}
              </span>
            </summary>
            <div className="mt-1.5 grid gap-x-4 sm:grid-cols-2">
              {['*', ...names].map((name) => {
                const type = `${group}.${name}`;
                return (
                  <label key={type} className="flex min-h-7 items-center gap-2 text-[13px]">
                    <input
                      type="checkbox"
                      className="size-4 accent-(--color-primary)"
                      checked={name === '*' ? field.value.includes(type) : isChosen(field.value, type)}
                      onChange={() => field.onChange(toggled(field.value, type))}
                    />
                    <code className="font-mono text-xs">{type}</code>
                  </label>
                );
              })}
            </div>
          </details>
        ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[13px] text-danger">
          {error.message}
        </p>
      )}
    </fieldset>
  );
}
