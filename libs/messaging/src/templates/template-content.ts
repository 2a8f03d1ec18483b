import { InvalidInputError } from '@dundun/domain';
import type { TemplateParts } from './template-engine.js';
import type { TemplateRenderer } from './template-renderer.service.js';
import type { TemplateVersion } from './template.entity.js';

/** The sources of a template; a null part is absent. */
export interface TemplateContent {
  subject: string | null;
  html: string | null;
  mjml: string | null;
  text: string | null;
}

/** Content that passed its check, with its variables. */
export type CheckedContent = Pick<
  TemplateVersion,
  'subject' | 'html' | 'mjml' | 'text' | 'variables' | 'requiredVariables'
>;

/** Checks the sources of a template. @throws InvalidInputError with part, line and column; TemplateError, UnavailableError */
export async function checkedContent(
  renderer: TemplateRenderer,
  workspaceId: number,
  { subject, html, mjml, text }: TemplateContent,
): Promise<CheckedContent> {
  if (!html && !mjml && !text)
    throw new InvalidInputError([{ field: 'html', message: 'must be given when there is no text' }]);
  if (html && mjml)
    throw new InvalidInputError([
      { field: 'html', message: 'must not be given together with mjml, from which it is made' },
    ]);
  const inspected = await renderer.inspect(workspaceId, {
    ...partsOf({ subject, html, text }),
    mjml: mjml || undefined,
  });
  return {
    subject: subject || null,
    html: inspected.html,
    mjml: mjml || null,
    text: text || null,
    variables: inspected.variables,
    requiredVariables: inspected.required,
  };
}

/** Returns the parts that are rendered. */
export const partsOf = ({ subject, html, text }: Omit<TemplateContent, 'mjml'>): TemplateParts => ({
  subject: subject || undefined,
  html: html || undefined,
  text: text || undefined,
});

/** Returns the sources of a version. */
export const contentOf = ({ subject, html, mjml, text }: TemplateVersion): TemplateContent => ({
  subject,
  html: mjml === null ? html : null,
  mjml,
  text,
});
