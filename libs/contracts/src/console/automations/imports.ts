import { ApiProperty } from '@nestjs/swagger';
import { ListIds } from '../../user-fields.js';

const TRIGGERS = ['list', 'segment', 'date', 'schedule'] as const;
const STARTS = ['now', 'never', 'later'] as const;

/** An import that may be run. */
export class ImportAutomationsQuery {
  @ListIds({ optional: true, single: true, description: 'The lists that the imported people join.' })
  lists?: string[];
}

/** A live automation, and what an import does with it. */
export class ImportAutomationView {
  @ApiProperty({ description: 'The id.', example: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' })
  id!: string;

  @ApiProperty({ description: 'The name.', example: 'Welcome' })
  name!: string;

  @ApiProperty({ type: 'string', enum: TRIGGERS, description: 'What lets people in.', example: 'list' })
  trigger!: string;

  @ApiProperty({
    type: 'string',
    enum: STARTS,
    description:
      'now: its trigger takes old facts, so imported people may enter. never: the import lets nobody in. later: people enter on a day ' +
      'that a date or a schedule says.',
    example: 'never',
  })
  starts!: (typeof STARTS)[number];
}

/** The live automations that an import concerns. */
export class ImportAutomationsView {
  @ApiProperty({ type: [ImportAutomationView], description: 'By name. Automations by events and calls are left out.' })
  data!: ImportAutomationView[];
}
