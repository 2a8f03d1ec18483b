import { ApiProperty } from '@nestjs/swagger';
import { TEST_FALLBACKS, TEST_METRICS, VARIANT_NAMES, type TestFallback, type TestMetric } from '@dundun/domain';
import { Int, OneOf } from '../../fields/index.js';

const OPTIONAL = { optional: true } as const;
const EXAMPLE_ID = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b';
const amount = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

/** How the variants of a campaign are compared. */
export class CampaignTestBody {
  @Int({
    ...OPTIONAL,
    min: 5,
    max: 100,
    description:
      'The share of the audience that gets the variants first, in percent; 20 by default. With 100 everybody gets one, and ' +
      'nothing is decided.',
    example: 20,
  })
  percent?: number;

  @OneOf(TEST_METRICS, {
    ...OPTIONAL,
    description: 'What is compared, of the messages that arrived: people who clicked (the default), or who opened.',
    example: 'clicks',
  })
  metric?: TestMetric;

  @Int({
    ...OPTIONAL,
    min: 1,
    max: 72,
    description: 'Hours from the last message of the test to the decision; 4 by default.',
    example: 4,
  })
  hours?: number;

  @OneOf(TEST_FALLBACKS, {
    ...OPTIONAL,
    description:
      'What the others get if no variant is the best with 90%: the first (the default), or each variant the same share.',
    example: 'first',
  })
  fallback?: TestFallback;
}

const partView = (description: string) =>
  ({ type: 'string', required: false, description: `Its ${description}.`, example: 'Last chance' }) as const;

/** What a variant says instead; parts that are absent are those of the campaign. */
export class CampaignContentView {
  @ApiProperty(partView('subject'))
  subject?: string;

  @ApiProperty(partView('html'))
  html?: string;

  @ApiProperty(partView('MJML'))
  mjml?: string;

  @ApiProperty(partView('text'))
  text?: string;

  @ApiProperty(partView('template'))
  template?: string;
}

/** How the variants of a campaign are compared. */
export class CampaignTestView {
  @ApiProperty(amount('The share of the audience that gets the variants first, in percent.', 20))
  percent!: number;

  @ApiProperty({ enum: TEST_METRICS, description: 'What is compared.', example: 'clicks' })
  metric!: TestMetric;

  @ApiProperty(amount('Hours from the last message of the test to the decision.', 4))
  hours!: number;

  @ApiProperty({ enum: TEST_FALLBACKS, description: 'What the others get without a clear winner.', example: 'first' })
  fallback!: TestFallback;
}

/** A variant of a campaign in numbers. */
export class VariantOutcomeView {
  @ApiProperty({ enum: VARIANT_NAMES, description: 'Which one.', example: 'b' })
  variant!: string;

  @ApiProperty(amount('Messages that arrived: handed over, with no negative report since.', 1_020))
  arrived!: number;

  @ApiProperty(amount('Of these, how many are not tracked because their readers refuse that.', 4))
  tracking_refused!: number;

  @ApiProperty(amount('Of these, how many a person clicked in.', 61))
  clicks!: number;

  @ApiProperty(amount('Of these, how many a person opened.', 402))
  opens!: number;
}

/** A variant as it is doing now. */
export class CampaignVariantView extends VariantOutcomeView {
  @ApiProperty({ type: 'string', nullable: true, description: 'Its subject.', example: 'Last chance' })
  subject!: string | null;

  @ApiProperty(amount('Its messages.', 1_031))
  messages!: number;
}

/** The variants of a campaign. */
export class CampaignVariants {
  @ApiProperty({ description: 'Each variant, from a.', type: [CampaignVariantView] })
  data!: CampaignVariantView[];
}

/** A variant in a decision. */
export class DecidedVariantView extends VariantOutcomeView {
  @ApiProperty({ type: 'number', description: 'How probable it is that it is the best, from 0 to 1.', example: 0.94 })
  probability!: number;
}

/** How a test was decided, with everything that it takes to decide it again. */
export class CampaignDecisionView {
  @ApiProperty({
    enum: VARIANT_NAMES,
    nullable: true,
    description: 'The variant that everybody else gets; null if each gets the same share.',
    example: 'b',
  })
  winner!: string | null;

  @ApiProperty({
    enum: ['winner', 'unclear', 'too_few'],
    description:
      'winner: one variant is the best with 90% or more. unclear: none is. too_few: fewer than 500 messages of a variant arrived. ' +
      'Without a winner the fallback of the test counts.',
    example: 'winner',
  })
  rule!: string;

  @ApiProperty({ enum: TEST_METRICS, description: 'What was compared.', example: 'clicks' })
  metric!: string;

  @ApiProperty({ description: 'Each variant, from a.', type: [DecidedVariantView] })
  variants!: DecidedVariantView[];

  @ApiProperty(
    amount(
      'Draws from Beta(1 + successes, 1 + arrived - successes) of each variant that gave the probabilities.',
      20_000,
    ),
  )
  draws!: number;

  @ApiProperty({ description: 'The seed of the draws: the id of the campaign.', example: EXAMPLE_ID })
  seed!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When it was decided.',
    example: '2026-11-20T09:30:00.000Z',
  })
  at!: string;
}
