import { VARIANT_NAMES, type VariantName } from '@dundun/domain';
import { DigitsPhone, Email, OneOf, Text } from '../../fields/index.js';

const OPTIONAL = { optional: true } as const;

const TRIED = {
  ...OPTIONAL,
  min: 1,
  max: 255,
  description: 'A person whose data to use.',
  example: 'user-42',
} as const;

const TRIED_VARIANT = { ...OPTIONAL, description: 'The variant; a by default.', example: 'b' } as const;

const TRIED_LANGUAGE = {
  ...OPTIONAL,
  min: 2,
  max: 35,
  header: true,
  description: 'Language of the content; by default that of the person, else that of the template.',
  example: 'de',
} as const;

/** POST /console/campaigns/{id}/preview. */
export class PreviewCampaignBody {
  @Text(TRIED)
  uid?: string;

  @OneOf(VARIANT_NAMES, TRIED_VARIANT)
  variant?: VariantName;

  @Text(TRIED_LANGUAGE)
  language?: string;
}

/** POST /console/campaigns/{id}/test. */
export class TestCampaignBody {
  @Email({ ...OPTIONAL, description: 'Recipient of the test of a campaign by mail.', example: 'ada@example.com' })
  to?: string;

  @DigitsPhone({ ...OPTIONAL, description: 'Recipient of the test of a campaign by SMS.', example: '2348012345678' })
  number?: string;

  @Text(TRIED)
  uid?: string;

  @OneOf(VARIANT_NAMES, TRIED_VARIANT)
  variant?: VariantName;

  @Text(TRIED_LANGUAGE)
  language?: string;
}
