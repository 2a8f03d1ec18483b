import { Refusal } from '../refusal.js';

/** No template has this name or id, here or at a connected provider. */
export class UnknownTemplateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'unknown_template';

  constructor(template: string) {
    super(`There is no template ${template}.`, {
      fields: [{ field: 'template', message: 'must be the name or id of a template' }],
    });
  }
}

/** The template uses variables that were not given. */
export class MissingVariableError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'missing_variable';

  constructor(readonly names: string[]) {
    super(`The template needs ${names.length > 1 ? 'the variables' : 'the variable'} ${names.join(', ')}.`, {
      fields: names.map((name) => ({ field: `template_variables.${name}`, message: 'must be given' })),
    });
  }
}

/** The template cannot be rendered: a mistake in it, or a limit it ran into. */
export class TemplateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'template_error';

  constructor(detail: string) {
    super(`The template cannot be rendered: ${detail}`);
  }
}
