import { Badge } from '@/components/ui/badge';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import type { TemplateDetail } from './queries';
import type { TrialState } from './use-trial';
import { words } from './words';

interface VariablesProps {
  variables: TemplateDetail['variables'];
  trial: TrialState;
}

/** The template's variables, each with a field for a trial value. */
export const Variables = ({ variables, trial }: VariablesProps) => (
  <Panel title={words.variables}>
    {variables.length === 0 ? (
      <p className="px-5 py-4 text-sm text-muted">{words.noVariables}</p>
    ) : (
      <div className="grid gap-4 px-5 py-4">
        <p className="text-[13px] text-muted">{words.variablesText}</p>
        {variables.map(({ name, required }) => (
          <Field key={name} label={<Label name={name} required={required} />}>
            {(control) => (
              <Input
                {...control}
                value={trial.textOf(name)}
                onChange={(event) => trial.write(name, event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        ))}
        <Field label={words.person} hint={words.personHint}>
          {(control) => (
            <Input
              {...control}
              value={trial.uid}
              onChange={(event) => trial.setUid(event.target.value)}
              maxLength={255}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
    )}
  </Panel>
);

const Label = ({ name, required }: { name: string; required: boolean }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <code className="min-w-0 font-mono text-[13px] break-all">{name}</code>
    {required && <Badge tone="tint">{words.required}</Badge>}
  </span>
);
