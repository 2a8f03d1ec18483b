import { createHash } from 'node:crypto';
import { emailKey, type Exclusion, type MessageChannel } from '@dundun/domain';
import { isTransactional, type CampaignRow } from '../definitions/campaign.js';
import type { Candidate } from './audience.repository.js';
import type { Turns } from './turns.js';

/** Somebody who may be written to, unless the address is suppressed or another recipient's. */
export interface Wanted {
  person_id: string;
  /** Null for somebody who is subscribed to none of the lists, and gets a transactional campaign all the same. */
  list_id: string | null;
  since: Date;
  /** The normal form of the address. */
  key: string;
  /** The person's own zone; null for that of the workspace. */
  zone: string | null;
  send_at: Date;
  /** Behind those more engaged whose turn it is at the same time; 0 unless a domain warms up. */
  rank: number;
}

/** The people of a slice: those to be written to, and how many of the others there are for each reason. */
export interface SortedSlice {
  matched: number;
  wanted: Wanted[];
  excluded: Map<Exclusion, number>;
  /** Of those whose local time has passed, how many each zone has. */
  late: Map<string | null, number>;
}

/** Sorts the people of a slice. The first reason that applies counts, in the order of `EXCLUSIONS`. */
export function sorted(
  people: readonly Candidate[],
  campaign: Pick<CampaignRow, 'channel' | 'transactional_reason'>,
  turns: Turns,
): SortedSlice {
  const isForAll = isTransactional(campaign);
  const here = people.filter(({ is_gone }) => !is_gone);
  const slice: SortedSlice = { matched: here.length, wanted: [], excluded: new Map(), late: new Map() };
  for (const each of here) {
    const { person_id, address, list_id, since, known_since } = each;
    const turn = turns.of(each.tz);
    const reason = reasonOf(each, turn.at, isForAll);
    if (reason === 'time_past') slice.late.set(turn.zone, (slice.late.get(turn.zone) ?? 0) + 1);
    if (reason) slice.excluded.set(reason, (slice.excluded.get(reason) ?? 0) + 1);
    else
      slice.wanted.push({
        person_id,
        list_id,
        since: (since ?? known_since) as Date,
        key: normalForm(campaign.channel, address as string),
        zone: turn.zone,
        send_at: turn.at as Date,
        rank: 0,
      });
  }
  return slice;
}

/**
 * @param at when it is their turn; null if that has passed
 * @param isForAll whether consents do not matter; whoever has not confirmed an address is not written to all the same
 */
function reasonOf(
  { address, is_excluded, list_id, is_pending, has_left, paused_until }: Candidate,
  at: Date | null,
  isForAll: boolean,
): Exclusion | undefined {
  if (is_excluded) return 'excluded';
  if (address === null) return 'no_address';
  if (list_id === null && is_pending) return 'pending';
  if (list_id === null && !isForAll) return has_left ? 'unsubscribed' : 'not_on_list';
  if (at === null) return 'time_past';
  return !isForAll && paused_until !== null && paused_until > at ? 'paused' : undefined;
}

/** Returns the spelling by which an address of a channel is compared; numbers are stored in it. */
export const normalForm = (channel: MessageChannel, address: string): string =>
  channel === 'sms' ? address : emailKey(address);

/** Returns the hash of an address under which a campaign knows its recipients, as a uuid. */
export function addressKey(key: string): string {
  return asUuid(createHash('md5').update(key).digest());
}

/**
 * Returns the id of the message to a recipient: the same whenever it is asked for, so that a repeated round meets the message
 * that exists. Only a retry makes another one, of the next generation. It begins with the time of the freeze, like every uuid v7, and keeps the order of acceptance.
 */
export function messageIdOf(campaignId: string, personId: string, frozenAt: Date, generation: number): string {
  const named = `${campaignId} ${personId}${generation > 0 ? ` ${generation}` : ''}`;
  const bytes = createHash('sha256').update(named).digest().subarray(0, 16);
  bytes.writeUIntBE(frozenAt.getTime(), 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return asUuid(bytes);
}

const asUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
