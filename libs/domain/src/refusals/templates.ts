import { Refusal } from '../refusal.js';

/** No template has this name or id, here or at a connected provider. */
export class UnknownTemplateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'unknown_template';

  /** @param isArchived it was one of the workspace's own */
  constructor(
    template: string,
    readonly isArchived = false,
  ) {
    super(isArchived ? `The template ${template} is archived.` : `There is no template ${template}.`, {
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

  constructor(readonly detail: string) {
    super(`The template cannot be rendered: ${detail}`);
  }
}

/** No such template in this workspace, or it is archived. */
export class TemplateNotFoundError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'template_not_found';

  constructor() {
    super('There is no such template.');
  }
}

/** The template never had this version. */
export class UnknownTemplateVersionError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_template_version';

  constructor() {
    super('The template has no such version.');
  }
}

/** No such sending profile in this workspace. */
export class UnknownProfileError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_profile';

  constructor() {
    super('There is no such sending profile.');
  }
}
