import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Email, Int, JsonMap, Nested, Text } from './fields/index.js';
import { PageQuery, PageView } from './page.js';
import { SenderBody } from './sends.js';

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

/** Fields common to creating and changing a template: an absent key leaves the value, null clears it. */
abstract class TemplateBody {
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
}

/** Paging parameters of the templates. */
export class TemplatesQuery extends PageQuery {}

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

/** POST /console/templates/{id}/rollback. */
export class RollbackTemplateBody {
  @Int({ min: 1, max: NEWEST, description: 'The version to restore.', example: 1 })
  version!: number;
}

/** Data to render a template with. */
abstract class TrialBody {
  @JsonMap({ ...OPTIONAL, description: 'Variables, which override those of the person.', example: { name: 'Grace' } })
  variables?: JsonObject;

  @Text({ ...OPTIONAL, min: 1, max: 255, description: 'A person whose data to use.', example: 'user-42' })
  uid?: string;
}

/** POST /console/templates/{id}/preview. */
export class PreviewTemplateBody extends TrialBody {
  @Int({ ...OPTIONAL, min: 1, max: NEWEST, description: 'A version other than the current one.', example: 1 })
  version?: number;
}

/** POST /console/templates/{id}/test. */
export class TestTemplateBody extends TrialBody {
  @Email({ description: 'Recipient of the test.', example: 'ada@example.com' })
  to!: string;

  @Nested(() => SenderBody, {
    ...OPTIONAL,
    shape: 'name and email',
    description: 'The sender. By default that of the template’s profile, or of the default profile.',
  })
  from?: SenderBody;
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

/** A rendered template. */
export class TemplatePreview {
  @ApiProperty({ description: 'The rendered subject.', type: 'string', nullable: true, example: 'Welcome, Grace' })
  subject!: string | null;

  @ApiProperty({ description: 'The rendered HTML.', type: 'string', nullable: true, example: '<p>Welcome, Grace</p>' })
  html!: string | null;

  @ApiProperty({ description: 'The rendered text.', type: 'string', nullable: true, example: 'Welcome, Grace' })
  text!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Missing required variables. The preview leaves them empty; a send is refused.',
    example: [],
  })
  missing!: string[];
}
