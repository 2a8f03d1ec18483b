import { Refusal } from '../refusal.js';

/** No template of the workspace or of a connected provider has this name or id. */
export class UnknownTemplateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'unknown_template';

  /** @param isArchived whether it is an archived template of the workspace */
  constructor(
    template: string,
    readonly isArchived = false,
  ) {
    super(isArchived ? `The template ${template} is archived.` : `There is no template ${template}.`, {
      fields: [{ field: 'template', message: 'must be the name or id of a template' }],
    });
  }
}

/** Variables of the template are missing. */
export class MissingVariableError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'missing_variable';

  constructor(readonly names: string[]) {
    super(`The template needs ${names.length > 1 ? 'the variables' : 'the variable'} ${names.join(', ')}.`, {
      fields: names.map((name) => ({ field: `template_variables.${name}`, message: 'must be given' })),
    });
  }
}

/** The template cannot be rendered, because of an error in it or a limit that it exceeded. */
export class TemplateError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'template_error';

  constructor(readonly detail: string) {
    super(`The template cannot be rendered: ${detail}`);
  }
}

/** A part that a content has in some language and lacks in another one. */
export interface LackingPart {
  language: string;
  part: 'subject' | 'html' | 'text';
}

/** A language of a content lacks a part that another language has: its readers would get half a message. */
export class IncompleteLanguagesError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'languages_incomplete';

  constructor(readonly lacking: readonly LackingPart[]) {
    const all = lacking.map(({ language, part }) => `the ${part === 'html' ? 'HTML' : part} in ${language}`);
    super(`The template lacks ${all.join(', ')}: write it, or remove the language.`, {
      fields: [{ field: 'template', message: `lacks ${all.join(', ')}` }],
    });
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

/** Somebody else changed the template or its draft meanwhile. */
export class TemplateChangedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'template_changed';

  constructor() {
    super('The template was changed meanwhile. Read it again before you save.');
  }
}

/** No such saved block in this workspace. */
export class UnknownBlockError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_block';

  constructor() {
    super('There is no such saved block.');
  }
}

/** No such image. */
export class UnknownImageError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_image';

  constructor() {
    super('There is no such image.');
  }
}

/** The file cannot be an image of a mail. */
export class ImageRefusedError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'image_refused';

  constructor(reason: string) {
    super(`The image is refused: ${reason}.`);
  }
}
