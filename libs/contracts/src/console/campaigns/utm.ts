import { ApiProperty } from '@nestjs/swagger';
import { Text, TextList } from '../../fields/index.js';

const value = (name: string, example: string) =>
  ({ optional: true, nullable: true, max: 200, description: `utm_${name}; plain text.`, example }) as const;
const shown = (name: string, example: string) =>
  ({ type: 'string', required: false, description: `utm_${name}.`, example }) as const;

/** UTM parameters of the links of a campaign. */
export class CampaignUtmBody {
  @Text(value('source', 'newsletter'))
  source?: string | null;

  @Text(value('medium', 'email'))
  medium?: string | null;

  @Text(value('campaign', 'november-news'))
  campaign?: string | null;

  @Text(value('term', 'shoes'))
  term?: string | null;

  @Text(value('content', 'button'))
  content?: string | null;

  @TextList({
    optional: true,
    min: 1,
    max: 4_000,
    most: 100,
    description: 'Links that get none, as written in the content.',
    example: ['https://example.com/terms'],
  })
  except?: string[];
}

/** UTM parameters of the links of a campaign. */
export class CampaignUtmView {
  @ApiProperty(shown('source', 'newsletter'))
  source?: string;

  @ApiProperty(shown('medium', 'email'))
  medium?: string;

  @ApiProperty(shown('campaign', 'november-news'))
  campaign?: string;

  @ApiProperty(shown('term', 'shoes'))
  term?: string;

  @ApiProperty(shown('content', 'button'))
  content?: string;

  @ApiProperty({ type: [String], required: false, description: 'Links that get none.', example: [] })
  except?: string[];
}

/** A link of the content of a campaign. */
export class CampaignTargetView {
  @ApiProperty({ description: 'Its target, as written.', example: 'https://example.com/sale' })
  target!: string;

  @ApiProperty({
    description: 'Where it leads with the UTM parameters.',
    example: 'https://example.com/sale?utm_source=newsletter',
  })
  result!: string;
}

/** The links of a campaign. */
export class CampaignTargetList {
  @ApiProperty({ description: 'The http(s) links in their order, each once.', type: [CampaignTargetView] })
  data!: CampaignTargetView[];
}
