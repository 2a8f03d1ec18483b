'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { useWorkspace } from '@/features/workspace/queries';
import { colorsOf } from './brand';
import { ImageDialog } from './image-dialog';
import { words } from './words';

interface TextControlProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  most?: number;
  isLong?: boolean;
  placeholder?: string;
}

export const TextControl = ({ label, value, onChange, hint, most = 500, isLong, placeholder }: TextControlProps) => (
  <Field label={label} hint={hint}>
    {(control) => {
      const Box = (isLong ? Textarea : Input) as typeof Input;
      return (
        <Box
          {...control}
          value={value}
          maxLength={most}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      );
    }}
  </Field>
);

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  onChange: (value: T) => void;
}

export const Choice = <T extends string>({ label, value, options, onChange }: ChoiceProps<T>) => (
  <Field label={label}>
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

interface NumberControlProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A slider, whose value is also shown. */
export const NumberControl = ({ label, value, least, most, onChange }: NumberControlProps) => (
  <Field label={`${label} · ${value}`}>
    {(control) => (
      <input
        {...control}
        type="range"
        min={least}
        max={most}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 w-full accent-(--primary)"
      />
    )}
  </Field>
);

interface ColorControlProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function ColorControl({ label, value, onChange }: ColorControlProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const swatches = colorsOf(useWorkspace().data);
  return (
    <Field label={label}>
      {(control) => (
        <span className="grid gap-1.5">
          <span className="flex gap-2">
            <input
              type="color"
              aria-label={label}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              className="h-8 w-10 shrink-0 rounded-lg border border-line-strong bg-surface p-0.5"
            />
            <Input
              {...control}
              value={typed ?? value}
              maxLength={7}
              spellCheck={false}
              onBlur={() => setTyped(null)}
              onChange={(event) => {
                setTyped(event.target.value);
                if (/^#[0-9a-f]{6}$/i.test(event.target.value)) onChange(event.target.value);
              }}
            />
          </span>
          {swatches.length > 0 && (
            <span className="flex gap-1.5">
              {swatches.map((color) => (
                <button
                  key={color}
                  type="button"
                  aria-label={words.theme.swatch({ label, color })}
                  title={words.theme.swatch({ label, color })}
                  onClick={() => onChange(color)}
                  className="size-6 rounded-full border border-line-strong"
                  style={{ background: color }}
                />
              ))}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

interface FlagProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export const Flag = ({ label, value, onChange }: FlagProps) => (
  <label className="flex min-h-6 items-center gap-2 text-[13px]">
    <Checkbox checked={value} onClick={() => onChange(!value)} aria-label={label} />
    {label}
  </label>
);

interface ImageControlProps {
  src: string;
  alt: string;
  onChange: (change: { src?: string; alt?: string }) => void;
}

/** The image of a block and what people read in its place. */
export function ImageControl({ src, alt, onChange }: ImageControlProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {src ? words.fields.changeImage : words.fields.chooseImage}
      </Button>
      <TextControl
        label={words.fields.alt}
        hint={words.fields.altHint}
        value={alt}
        onChange={(next) => onChange({ alt: next })}
      />
      {isOpen && (
        <ImageDialog
          current={src}
          onClose={() => setOpen(false)}
          onChoose={(next) => {
            onChange({ src: next });
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
