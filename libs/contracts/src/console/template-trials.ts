import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { ContentBody } from './templates.js';
import { Email, Int, JsonMap, Nested, Text } from '../fields/index.js';
import { SenderBody } from '../sends.js';

const OPTIONAL = { optional: true } as const;
const NEWEST = 2_147_483_647;

/** Data to render a template with, and sources to render in place of its own. */
abstract class TrialBody extends ContentBody {
  @JsonMap({ ...OPTIONAL, description: 'Variables, which override those of the person.', example: { name: 'Grace' } })
  variables?: JsonObject;

  @Text({ ...OPTIONAL, min: 1, max: 255, description: 'A person whose data to use.', example: 'user-42' })
  uid?: string;

  @Text({
    ...OPTIONAL,
    min: 2,
    max: 35,
    header: true,
    description: 'Language of the content; by default that of the variable `language`.',
    example: 'en',
  })
  language?: string;
}

/** POST /console/templates/{id}/preview and POST /console/templates/{id}/preflight. */
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

  @ApiProperty({ type: [String], description: 'All variables that the content uses, sorted.', example: ['name'] })
  variables!: string[];
}

/** Something to mend before a template is sent. */
export class PreflightFinding {
  @ApiProperty({
    description: 'What was found.',
    enum: [
      'no_unsubscribe',
      'no_subject',
      'unknown_variable',
      'empty_link',
      'image_without_alt',
      'too_large',
      'incomplete_language',
    ],
    example: 'image_without_alt',
  })
  code!: string;

  @ApiProperty({
    description: 'An error must be mended before marketing mail is sent.',
    enum: ['error', 'warning'],
    example: 'warning',
  })
  severity!: string;

  @ApiProperty({ description: 'A sentence for people.', example: 'The logo has no alternative text.' })
  message!: string;

  @ApiProperty({
    description: 'The language it concerns; null: the template’s own.',
    type: 'string',
    nullable: true,
    example: null,
  })
  language!: string | null;

  @ApiProperty({ description: 'Id of the block of the design.', type: 'string', nullable: true, example: null })
  block!: string | null;
}

/** The answer of a pre-flight check. */
export class TemplatePreflight {
  @ApiProperty({ description: 'Whether nothing was found that must be mended.', example: true })
  ready!: boolean;

  @ApiProperty({ description: 'Bytes of the rendered HTML.', type: 'integer', example: 18_204 })
  bytes!: number;

  @ApiProperty({ description: 'What was found, the template’s own language first.', type: [PreflightFinding] })
  findings!: PreflightFinding[];
}
