'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { words } from './words';

const MOST = 1_000_000;
const AN_HOUR = 60;

/** Returns the pace that a text names: null for none, undefined if it is none. */
function paceOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const pace = Number(text);
  return Number.isInteger(pace) && pace >= 1 && pace <= MOST ? pace : undefined;
}

/** Says how long a number of people takes at a pace. */
function duration(pace: number, people: number): string {
  const minutes = Math.max(1, Math.ceil(people / pace));
  return minutes < 2 * AN_HOUR ? words.paceTakes({ n: minutes }) : words.paceHours({ n: Math.ceil(minutes / AN_HOUR) });
}

interface PaceFieldProps {
  pace: number | null;
  /** How many messages are to leave at this pace. */
  people?: number;
  onChange: (pace: number | null) => void;
}

/** How many messages leave in a minute. */
export function PaceField({ pace, people, onChange }: PaceFieldProps) {
  const [text, setText] = useState(pace === null ? '' : String(pace));
  const read = paceOf(text);
  const hint = read && people ? duration(read, people) : words.paceHint;
  return (
    <Field label={words.pace} hint={hint} error={read === undefined ? words.paceWrong : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            const next = paceOf(target.value);
            if (next !== undefined) onChange(next);
          }}
          className="sm:max-w-48"
        />
      )}
    </Field>
  );
}
