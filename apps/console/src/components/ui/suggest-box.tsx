'use client';

import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { cn } from '@/lib/cn';
import { Input } from './input';

export interface Suggestion {
  value: string;
  label?: string;
  /** How frequent it is. */
  note?: string;
}

interface SuggestBoxProps<Each extends Suggestion> {
  label: string;
  value: string;
  suggestions: readonly Each[];
  onChange: (value: string) => void;
  /** A suggestion was chosen, or Enter pressed; without it, both only change the text. */
  onChoose?: (value: string, suggestion?: Each) => void;
  placeholder?: string;
  /** Shown in place of suggestions, below what was typed. */
  none?: string;
  invalid?: boolean;
  describedBy?: string;
  maxLength?: number;
  className?: string;
}

/** A text field with suggestions that can also take any other text. */
export function SuggestBox<Each extends Suggestion>(props: SuggestBoxProps<Each>) {
  const { label, value, onChange, onChoose, placeholder, none, invalid, describedBy, maxLength } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isTyped, setTyped] = useState(false);
  // Suggestions may lag behind what was typed.
  const wanted = isTyped ? value.trim().toLowerCase() : '';
  const suggestions = props.suggestions.filter((each) => each.value.toLowerCase().includes(wanted));
  const list = useRef<HTMLUListElement>(null);
  const isShown = isOpen && (suggestions.length > 0 || Boolean(none && value));

  const choose = (suggestion: Each | undefined) => {
    (onChoose ?? onChange)(suggestion?.value ?? value, suggestion);
    setOpen(false);
    setActive(-1);
    setTyped(false);
  };
  const go = (to: number) => {
    setOpen(true);
    setActive(to);
    list.current?.querySelector(`[data-index="${to}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const last = suggestions.length - 1;
    if (event.key === 'ArrowDown') go(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') go(active <= 0 ? last : active - 1);
    else if (event.key === 'Enter') choose(isShown ? suggestions[active] : undefined);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span className={cn('relative block', props.className)}>
      <Input
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setTyped(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setTyped(false);
        }}
        onKeyDown={press}
      />
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isShown}
        className="absolute top-full left-0 z-30 mt-1 max-h-64 w-max max-w-[min(24rem,calc(100vw-4rem))] min-w-full overflow-y-auto rounded-xl border bg-surface p-1.5 shadow-lifted"
      >
        {suggestions.map((each, index) => (
          <li
            key={`${index} ${each.value}`}
            id={`${id}-${index}`}
            data-index={index}
            role="option"
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(each)}
            className={cn(
              'flex cursor-pointer items-baseline justify-between gap-4 rounded-md px-2.5 py-1.5 text-[13px]',
              index === active ? 'bg-sunken' : 'hover:bg-sunken',
            )}
          >
            <span dir="auto" className="min-w-0 truncate" title={each.label ?? each.value}>
              {each.label ?? each.value}
            </span>
            {each.note && <span className="shrink-0 text-xs text-muted tabular-nums">{each.note}</span>}
          </li>
        ))}
        {suggestions.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled="true" className="px-2.5 py-1.5 text-[13px] text-muted">
            {none}
          </li>
        )}
      </ul>
    </span>
  );
}
