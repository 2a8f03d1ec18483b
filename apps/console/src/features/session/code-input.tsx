import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { words } from './words';

/** The second step: a code of the app, or a recovery code. */
export const CodeInput = () => (
  <Field label={words.code} hint={words.codeHint}>
    {(control) => (
      <Input
        {...control}
        className="h-11! font-mono tracking-wider"
        name="code"
        required
        maxLength={64}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    )}
  </Field>
);
