import { CONSENT_CHANNELS, type ConsentChannel, type Meta } from '@dundun/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Across, type Body, Bool, Email, MetaMap, Phone, SomeOf, Text, Timestamp } from './fields/index.js';

const NAME = { max: 255, optional: true, nullable: true } as const;
const isGiven = (value: unknown) =>
  value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
const hasEach = (channels: unknown, { email, number }: Body) =>
  !Array.isArray(channels) || channels.every((channel) => isGiven(channel === 'email' ? email : number));
const isKnown = ({ email, number }: Body) => isGiven(email) || isGiven(number);

/** POST /v1/lists/{id}/subscribers: an absent key leaves the known person's value, null clears it. */
export class SubscribeBody {
  @Text({ ...NAME, description: 'First name.', example: 'Ada' })
  first_name?: string | null;

  @Text({ ...NAME, description: 'Last name.', example: 'Lovelace' })
  last_name?: string | null;

  @Across('identifier', 'must be given when number is not', (_, body) => isKnown(body))
  @Email({
    optional: true,
    nullable: true,
    description: 'Matches a known person first. Needs the API secret. Required when number is absent.',
    example: 'ada@example.com',
  })
  email?: string | null;

  @Phone({
    optional: true,
    nullable: true,
    description: 'International format; matches a known person when email does not. Kept as digits.',
    example: '2348012345678',
  })
  number?: string | null;

  @Timestamp({ optional: true, description: 'When the person was created, if known.', example: '2024-02-29' })
  created_at?: Date;

  @MetaMap({ optional: true, description: 'Attributes to add or update; null clears one.', example: { plan: 'pro' } })
  meta?: Meta;

  @Across('addresses', 'must name only channels whose address is given: email, or number for sms', hasEach)
  @SomeOf(CONSENT_CHANNELS, {
    optional: true,
    description: 'What the person agreed to. Without it: email if an email is given, else SMS.',
    example: ['email', 'sms'],
  })
  channels?: ConsentChannel[];
}

/** The person who joined. */
export class SubscriberCreated {
  @ApiProperty({ description: 'Identifies the person from now on.', example: '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01' })
  uid!: string;
}

/** PUT /v1/lists/{id}/subscribers/{uid}. */
export class SubscriptionBody {
  @Bool({ lenient: true, description: 'true subscribes or re-subscribes, false unsubscribes.', example: false })
  subscribed!: boolean;

  @SomeOf(CONSENT_CHANNELS, {
    optional: true,
    description: 'The only channels to change.',
    example: ['sms'],
  })
  channels?: ConsentChannel[];
}

/** The membership after the change; a pending person is not subscribed. */
export class SubscriptionView {
  @ApiProperty({ description: 'Whether the person is subscribed.', example: false })
  subscribed!: boolean;
}
