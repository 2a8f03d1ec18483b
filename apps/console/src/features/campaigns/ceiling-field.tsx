'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { words } from './words';

const MOST = 1_000_000_000;

interface CeilingFieldProps {
  most: number | null;
  onChange: (most: number | null) => void;
}

/** Segments of SMS that a campaign may take. */
export function CeilingField({ most, onChange }: CeilingFieldProps) {
  const [typed, setTyped] = useState(most === null ? '' : String(most));
  const isWrong = typed !== '' && !(/^[1-9]\d*$/.test(typed) && Number(typed) <= MOST);
  return (
    <Field label={words.sms.most} hint={words.sms.mostHint} error={isWrong ? words.sms.mostWrong : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          className="sm:max-w-48"
          onChange={({ target: { value } }) => {
            setTyped(value);
            if (value === '') onChange(null);
            else if (/^[1-9]\d*$/.test(value) && Number(value) <= MOST) onChange(Number(value));
          }}
        />
      )}
    </Field>
  );
}
