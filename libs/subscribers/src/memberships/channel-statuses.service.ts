import { Inject, Injectable } from '@nestjs/common';
import type { ChannelStatus } from '@dundun/domain';
import { suppressionKey, Suppressions } from '@dundun/messaging';
import type { FoundPerson } from '@dundun/people';
import { ChannelStatusesRepository } from './channel-statuses.repository.js';

/** The state of a person on each channel of a list; null without consent. */
export interface ChannelStatuses {
  email: ChannelStatus | null;
  sms: ChannelStatus | null;
}

type Reachable = Pick<FoundPerson, 'person_id' | 'email' | 'number'>;

/** Says for people of a list which channels they agreed to, and where an address is suppressed. */
@Injectable()
export class ChannelStatusReader {
  constructor(
    @Inject(ChannelStatusesRepository) private readonly statuses: ChannelStatusesRepository,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
  ) {}

  /** @returns the states by the id of the person */
  async of(workspaceId: number, listId: string, people: readonly Reachable[]): Promise<Map<string, ChannelStatuses>> {
    if (people.length === 0) return new Map();
    const addresses = people.flatMap(({ email, number }) => [email, number]).filter((each) => each !== null);
    const suppressed = await this.suppressions.of(workspaceId, addresses);
    const rows = await this.statuses.of(
      workspaceId,
      listId,
      people.map(({ person_id }) => person_id),
    );
    const stated = new Map(rows.map((row) => [row.person_id, row]));
    const stateOf = (status: ChannelStatus | null | undefined, address: string | null): ChannelStatus | null =>
      status === 'subscribed' && address !== null && suppressed.has(suppressionKey(address))
        ? 'suppressed'
        : (status ?? null);
    return new Map(
      people.map(({ person_id, email, number }) => {
        const row = stated.get(person_id);
        return [person_id, { email: stateOf(row?.email, email), sms: stateOf(row?.sms, number) }];
      }),
    );
  }
}
