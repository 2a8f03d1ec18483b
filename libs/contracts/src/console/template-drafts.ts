import type { JsonObject } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Int, JsonMap, Text } from '../fields/index.js';

const NEWEST = 2_147_483_647;

/** PUT /console/templates/{id}/draft. */
export class SaveTemplateDraftBody {
  @JsonMap({
    description: 'Whatever the editor needs to go on. It is stored as it is and not checked.',
    example: { subject: 'Welcome' },
  })
  content!: JsonObject;

  @Int({ min: 1, max: NEWEST, description: 'The version that the draft changes.', example: 3 })
  base_version!: number;

  @Int({
    min: 0,
    max: NEWEST,
    description: 'Revision of the draft that was read; 0 if there was none. Another one is refused with 409.',
    example: 0,
  })
  revision!: number;
}

/** A draft without its content. */
export class TemplateDraftSaved {
  @ApiProperty({ description: 'Its revision.', type: 'integer', example: 1 })
  revision!: number;

  @ApiProperty({
    description: 'When it was saved.',
    type: 'string',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  saved_at!: string;
}

/** What somebody wrote and has not saved as a version. */
export class TemplateDraftView extends TemplateDraftSaved {
  @ApiProperty({ description: 'The version that it changes.', type: 'integer', example: 3 })
  base_version!: number;

  @ApiProperty({
    description: 'As it was stored.',
    type: 'object',
    additionalProperties: true,
    example: { subject: 'Hi' },
  })
  content!: object;

  @ApiProperty({ description: 'Who saved it.', example: 'ada@example.com' })
  saved_by!: string;
}

/** The draft of a template, if there is one. */
export class TemplateDraft {
  @ApiProperty({
    description: 'Null if there is none.',
    type: TemplateDraftView,
    nullable: true,
    example: {
      revision: 1,
      saved_at: '2026-11-20T09:30:00.000Z',
      base_version: 3,
      content: { subject: 'Hi' },
      saved_by: 'ada@example.com',
    },
  })
  draft!: TemplateDraftView | null;
}

/** POST /console/template-blocks. */
export class SaveBlockBody {
  @Text({
    min: 1,
    max: 100,
    header: true,
    description: 'Its name; a block of this name is replaced.',
    example: 'Footer',
  })
  name!: string;

  @JsonMap({
    description: 'A block of a design.',
    example: { id: 'a', kind: 'divider', when: null, background: null, thickness: 1 },
  })
  block!: JsonObject;
}

/** A block that is kept for other templates. */
export class SavedBlockView {
  @ApiProperty({ description: 'The id.', example: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })
  id!: string;

  @ApiProperty({ description: 'The name.', example: 'Footer' })
  name!: string;

  @ApiProperty({
    description: 'A block of a design.',
    type: 'object',
    additionalProperties: true,
    example: { kind: 'divider' },
  })
  block!: object;
}

/** The saved blocks of a workspace. */
export class SavedBlockList {
  @ApiProperty({ description: 'By name.', type: [SavedBlockView] })
  data!: SavedBlockView[];
}
