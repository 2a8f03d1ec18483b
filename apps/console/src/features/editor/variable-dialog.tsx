import { VARIABLE_PATH } from '@dundun/domain/mail-design';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useVariableNames } from './use-variable-names';
import { words } from './words';

interface VariableDialogProps {
  onInsert: (name: string, fallback: string) => void;
  onClose: () => void;
}

/** Chooses what is known about a person, and what to write for people of whom it is not. */
export function VariableDialog({ onInsert, onClose }: VariableDialogProps) {
  const names = useVariableNames();
  const [name, setName] = useState('first_name');
  const [fallback, setFallback] = useState('there');
  const isRight = VARIABLE_PATH.test(name.trim());
  return (
    <Dialog open onOpenChange={onClose} title={words.personaliseTitle} description={words.personaliseText}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isRight) onInsert(name.trim(), fallback.trim());
        }}
      >
        <Field label={words.variable}>
          {(control) => (
            <>
              <Input
                {...control}
                list={`${control.id}-names`}
                value={name}
                onChange={(event) => {
                  if (event.target.value !== 'first_name' && fallback === 'there') setFallback('');
                  setName(event.target.value);
                }}
                aria-invalid={!isRight || undefined}
                maxLength={255}
                autoComplete="off"
                autoFocus
              />
              <datalist id={`${control.id}-names`}>
                {names.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label={words.fallback} hint={words.fallbackHint}>
          {(control) => (
            <Input
              {...control}
              value={fallback}
              onChange={(event) => setFallback(event.target.value)}
              maxLength={200}
              autoComplete="off"
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={!isRight}>
            {words.insert}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
