import { smsSize } from '@dundun/domain';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import type { Campaign } from '../queries';
import { testWords } from '../test-words';
import { words } from '../words';

interface VariantFieldProps {
  channel: Campaign['channel'];
  name: string;
  value: string;
  onChange: (value: string) => void;
  onRemove: () => void;
}

const LONGEST = { email: 998, sms: 2_000 };

/** The subject of a variant, or its text. */
export function VariantField({ channel, name, value, onChange, onRemove }: VariantFieldProps) {
  const isSms = channel === 'sms';
  const { encoding, segments } = smsSize(value);
  const own = { dir: 'auto', value, maxLength: LONGEST[channel], autoComplete: 'off' } as const;
  return (
    <div className={`flex gap-2 ${isSms ? 'items-start' : 'items-end'}`}>
      <div className="grid min-w-0 flex-1 gap-2">
        <Field label={isSms ? testWords.text(name) : words.variantSubject(name)}>
          {(control) =>
            isSms ? (
              <Textarea {...control} {...own} onChange={({ target }) => onChange(target.value)} className="min-h-28" />
            ) : (
              <Input {...control} {...own} onChange={({ target }) => onChange(target.value)} />
            )
          }
        </Field>
        {isSms && (
          <p className="text-[13px] text-muted tabular-nums">
            {words.sms.written({ characters: [...value].length, segments, alphabet: words.sms.alphabets[encoding] })}
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={isSms ? testWords.remove(name) : words.removeVariant(name)}
        onClick={onRemove}
      >
        <X />
      </Button>
    </div>
  );
}
