import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Int, JsonMap, Text, TextList } from '../fields/index.js';
import { PageQuery, PageView } from '../page.js';

const OPTIONAL = { optional: true } as const;
const CLEARABLE = { ...OPTIONAL, nullable: true } as const;
const LONGEST = 1_000_000;
const NEWEST = 2_147_483_647;
const NAME = {
  min: 1,
  max: 255,
  header: true,
  description: 'Name of the template in sends.',
  example: 'order-shipped',
} as const;

const LABEL = { min: 1, max: 60, header: true } as const;
const DESIGN = {
  ...CLEARABLE,
  description:
    'The blocks of the visual editor, from which the MJML is generated: `{format: 1, theme, preheader, blocks}`.',
  example: null,
} as const;

/** The sources of a content: an absent key leaves the value, null clears it. */
export abstract class ContentBody {
  @Text({ ...CLEARABLE, max: 10_000, description: 'LiquidJS.', example: 'Welcome, {{ name }}' })
  subject?: string | null;

  @Text({ ...CLEARABLE, max: LONGEST, description: 'HTML with LiquidJS.', example: '<p>Welcome, {{ name }}</p>' })
  html?: string | null;

  @Text({
    ...CLEARABLE,
    max: LONGEST,
    description: 'MJML with LiquidJS instead of html, which is generated from it.',
    example: null,
  })
  mjml?: string | null;

  @Text({ ...CLEARABLE, max: LONGEST, description: 'Text with LiquidJS.', example: 'Welcome, {{ name }}' })
  text?: string | null;

  @JsonMap(DESIGN)
  design?: JsonObject | null;
}

/** Fields common to creating and changing a template: an absent key leaves the value, null clears it. */
abstract class TemplateBody extends ContentBody {
  @Text({
    ...CLEARABLE,
    min: 2,
    max: 35,
    header: true,
    description: 'Language of the content: a tag such as en or pt-BR. Mandatory with translations.',
    example: 'en',
  })
  language?: string | null;

  @JsonMap({
    ...CLEARABLE,
    description:
      'Contents in other languages, by language, each with subject, html, mjml, text or design. An absent language stays, null removes it.',
    example: null,
  })
  translations?: JsonObject | null;

  @TextList({ ...CLEARABLE, ...LABEL, most: 20, description: 'Labels to find it by.', example: ['onboarding'] })
  labels?: string[] | null;

  @Text({
    ...CLEARABLE,
    min: 1,
    max: 255,
    header: true,
    description: 'Name or id of the sending profile for test sends.',
    example: null,
  })
  profile?: string | null;

  @Text({ ...CLEARABLE, max: 1_000, description: 'Note about this version.', example: 'Shorter' })
  note?: string | null;
}

/** POST /console/templates. */
export class CreateTemplateBody extends TemplateBody {
  @Text(NAME)
  name!: string;
}

/** PUT /console/templates/{id}. */
export class UpdateTemplateBody extends TemplateBody {
  @Text({ ...OPTIONAL, ...NAME, example: 'order-sent' })
  name?: string;

  @Int({
    ...OPTIONAL,
    min: 1,
    max: NEWEST,
    description: 'The version that was read. If there is a newer one, the change is refused with 409.',
    example: 1,
  })
  base_version?: number;
}

/** POST /console/templates/{id}/duplicate. */
export class DuplicateTemplateBody {
  @Text({ ...OPTIONAL, ...NAME, description: 'Name of the copy; derived by default.', example: 'order-shipped copy' })
  name?: string;
}

/** Selects templates, and pages through them. */
export class TemplatesQuery extends PageQuery {
  @Text({ ...OPTIONAL, max: 200, description: 'Part of the name, the subject or a label.', example: 'order' })
  q?: string;

  @Text({ ...OPTIONAL, max: 60, description: 'Only templates with this label.', example: 'onboarding' })
  label?: string;
}

/** The labels of the templates. */
export class TemplateLabelList {
  @ApiProperty({ description: 'The labels, sorted.', type: [String], example: ['onboarding'] })
  data!: string[];
}

/** Selects versions of a template. */
export class TemplateVersionsQuery {
  @Int({
    ...OPTIONAL,
    refusesEmpty: true,
    min: 1,
    max: 100,
    text: true,
    description: 'Entries per page; 30 by default.',
    example: 30,
  })
  limit?: number;

  @Int({
    ...OPTIONAL,
    refusesEmpty: true,
    min: 1,
    max: NEWEST,
    text: true,
    description: 'Only versions before this one.',
    example: 12,
  })
  before?: number;
}

/** Selects a version of a template. */
export class TemplateVersionQuery {
  @Int({
    ...OPTIONAL,
    refusesEmpty: true,
    min: 1,
    max: NEWEST,
    text: true,
    description: 'A version other than the current one.',
    example: 1,
  })
  version?: number;
}

/** POST /console/templates/{id}/rollback. */
export class RollbackTemplateBody {
  @Int({ min: 1, max: NEWEST, description: 'The version to restore.', example: 1 })
  version!: number;
}

/** A variable that a template uses. */
export class TemplateVariableView {
  @ApiProperty({ description: 'Path of the variable.', example: 'user.name' })
  name!: string;

  @ApiProperty({
    description: 'Whether the template uses it without a default and without testing it with `if`.',
    example: true,
  })
  required!: boolean;
}

/** A template in a list. */
export class TemplateSummary {
  @ApiProperty({ description: 'The id.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ description: 'The name, which sends may use.', example: 'welcome' })
  name!: string;

  @ApiProperty({
    description: 'The subject, a Liquid template.',
    type: 'string',
    nullable: true,
    example: 'Welcome, {{ name }}',
  })
  subject!: string | null;

  @ApiProperty({ description: 'The active version.', type: 'integer', example: 3 })
  version!: number;

  @ApiProperty({ description: 'Whether the html is generated from MJML.', example: false })
  has_mjml!: boolean;

  @ApiProperty({
    description: 'How it is written: in the visual editor, or as MJML, HTML or text.',
    enum: ['visual', 'mjml', 'html', 'text'],
    example: 'html',
  })
  kind!: string;

  @ApiProperty({ description: 'Its labels, sorted.', type: [String], example: ['onboarding'] })
  labels!: string[];

  @ApiProperty({ description: 'Language of the content.', type: 'string', nullable: true, example: 'en' })
  language!: string | null;

  @ApiProperty({ description: 'The other languages it has, sorted.', type: [String], example: ['fr'] })
  languages!: string[];

  @ApiProperty({ description: 'Whether there is a draft that is not saved as a version.', example: false })
  has_draft!: boolean;

  @ApiProperty({ type: 'string', nullable: true, description: 'Id of its sending profile.', example: null })
  profile!: string | null;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({
    description: 'When it last changed.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  updated_at!: string;
}

/** A page of templates, newest first. */
export class TemplatePage extends PageView {
  @ApiProperty({ description: 'The rows.', type: [TemplateSummary] })
  data!: TemplateSummary[];
}

/** The content of a template in another language. */
export class TemplateTranslationView {
  @ApiProperty({ description: 'The language.', example: 'fr' })
  language!: string;

  @ApiProperty({ description: 'The subject.', type: 'string', nullable: true, example: 'Bienvenue, {{ name }}' })
  subject!: string | null;

  @ApiProperty({ description: 'HTML to send.', type: 'string', nullable: true, example: '<p>Bienvenue</p>' })
  html!: string | null;

  @ApiProperty({ description: 'MJML source of the html.', type: 'string', nullable: true, example: null })
  mjml!: string | null;

  @ApiProperty({ description: 'The text part.', type: 'string', nullable: true, example: 'Bienvenue' })
  text!: string | null;

  @ApiProperty({
    description: 'The blocks of the visual editor.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: null,
  })
  design!: object | null;

  @ApiProperty({
    description: 'The parts that the template itself has and this content lacks.',
    type: [String],
    example: ['text'],
  })
  missing!: string[];
}

/** A template with its current version. */
export class TemplateDetail extends TemplateSummary {
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML to send.', example: '<p>Welcome, {{ name }}</p>' })
  html!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'MJML source of the html.', example: null })
  mjml!: string | null;

  @ApiProperty({
    description: 'The text part, a Liquid template.',
    type: 'string',
    nullable: true,
    example: 'Welcome, {{ name }}',
  })
  text!: string | null;

  @ApiProperty({
    description: 'The blocks of the visual editor, from which the MJML is generated.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: null,
  })
  design!: object | null;

  @ApiProperty({ description: 'The contents in other languages.', type: [TemplateTranslationView] })
  translations!: TemplateTranslationView[];

  @ApiProperty({ description: 'The variables that the template uses.', type: [TemplateVariableView] })
  variables!: TemplateVariableView[];

  @ApiProperty({ type: 'string', nullable: true, description: 'Author of this version.', example: 'ada@example.com' })
  created_by!: string | null;

  @ApiProperty({ description: 'A note about the version.', type: 'string', nullable: true, example: 'Shorter' })
  note!: string | null;
}

/** A version of a template in a list. */
export class TemplateVersionView {
  @ApiProperty({ description: 'The number of the version.', type: 'integer', example: 3 })
  version!: number;

  @ApiProperty({ description: 'Its subject.', type: 'string', nullable: true, example: 'Welcome, {{ name }}' })
  subject!: string | null;

  @ApiProperty({ description: 'The member who made it.', type: 'string', nullable: true, example: 'ada@example.com' })
  created_by!: string | null;

  @ApiProperty({ description: 'A note about the version.', type: 'string', nullable: true, example: 'Shorter' })
  note!: string | null;

  @ApiProperty({
    description: 'When it was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  created_at!: string;
}

/** Versions of a template, newest first. */
export class TemplateVersionList {
  @ApiProperty({ description: 'The rows.', type: [TemplateVersionView] })
  data!: TemplateVersionView[];
}
