'use client';

import { ListChecks, Shapes, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SuggestBox } from '@/components/ui/suggest-box';
import { count } from '@/lib/format';
import { words } from '../words';

/** A list or segment that can be chosen. */
export interface Part {
  id: string;
  kind: 'list' | 'segment';
  name: string;
  count: number;
}

interface Chosen {
  lists: string[];
  segments: string[];
}

interface PartPickerProps extends Chosen {
  label: string;
  hint: string;
  /** Names the field that adds one. */
  add: string;
  parts: readonly Part[];
  isLoaded: boolean;
  onChange: (chosen: Chosen) => void;
}

/** Chooses lists and segments by name. */
export function PartPicker({ label, hint, add, parts, isLoaded, lists, segments, onChange }: PartPickerProps) {
  const [text, setText] = useState('');
  const chosen = [
    ...lists.map((id) => ({ id, kind: 'list' as const })),
    ...segments.map((id) => ({ id, kind: 'segment' as const })),
  ];
  const free = parts.filter(({ id }) => !lists.includes(id) && !segments.includes(id));
  const suggestions = free.map(({ id, kind, name, count: size }) => ({
    ...{ id, kind, value: name },
    note: words.partNote({ kind: words[kind], n: count(size) }),
  }));
  const remove = (gone: string) =>
    onChange({ lists: lists.filter((id) => id !== gone), segments: segments.filter((id) => id !== gone) });
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <div>
        <h3 className="text-[13px] font-medium">{label}</h3>
        <p className="text-[13px] text-muted">{hint}</p>
      </div>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map(({ id, kind }) => {
            const part = parts.find((each) => each.id === id);
            const name = part?.name ?? (isLoaded ? words.gone : '…');
            const Icon = kind === 'list' ? ListChecks : Shapes;
            return (
              <li
                key={id}
                className="flex max-w-full items-center gap-1.5 rounded-lg border bg-surface py-0.5 pr-0.5 pl-2.5 text-[13px]"
              >
                <Icon role="img" aria-label={words[kind]} className="size-3.5 shrink-0 text-muted" />
                <span dir="auto" title={name} className="min-w-0 truncate font-medium">
                  {name}
                </span>
                {part && <span className="shrink-0 text-muted tabular-nums">{count(part.count)}</span>}
                <Button
                  variant="ghost"
                  size="icon"
                  className="size-6!"
                  aria-label={words.removePart(name)}
                  onClick={() => remove(id)}
                >
                  <X />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <SuggestBox
        label={add}
        placeholder={isLoaded && parts.length === 0 ? words.noParts : words.typeName}
        none={words.noPart}
        value={text}
        suggestions={suggestions}
        onChange={setText}
        onChoose={(typed, suggestion) => {
          const wanted =
            suggestion ?? suggestions.find(({ value }) => value.toLowerCase() === typed.trim().toLowerCase());
          if (!wanted) return;
          setText('');
          onChange({
            lists: wanted.kind === 'list' ? [...lists, wanted.id] : lists,
            segments: wanted.kind === 'segment' ? [...segments, wanted.id] : segments,
          });
        }}
        maxLength={255}
        className="sm:max-w-sm"
      />
    </div>
  );
}
