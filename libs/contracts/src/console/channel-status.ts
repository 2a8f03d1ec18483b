import { CHANNEL_STATUSES, type ChannelStatus } from '@dundun/domain';

/** Documents the state of a person on one channel of a list. */
export const channelStatus = (channel: string, example: ChannelStatus) =>
  ({
    description: `The state of ${channel} on the list; null if the person never agreed to it.`,
    type: 'string',
    nullable: true,
    enum: [...CHANNEL_STATUSES],
    example,
  }) as const;
