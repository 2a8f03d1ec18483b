import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { PAGE_HEADERS } from './hosted-page.js';
import { MailLinks } from './mail-links.service.js';
import { maskAddress, maskNumber } from './mask-address.js';
import { PageBody } from './page-bodies.js';
import { Memberships } from '../memberships/memberships.service.js';
import { fieldOf } from './page-fields.js';
import { PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';
import { People, TrackingRefusals } from '@dundun/people';
import { TrackingChoices } from '../consents/tracking-choices.service.js';
import { PersonalLists, type PersonalList } from '../memberships/personal-lists.repository.js';
import {
  FIELDS,
  isOn,
  preferencesPage,
  preferenceText,
  trackingText,
  type MaskedReader,
  type Preferences,
} from './preferences.page.js';
import { CONSENT_CHANNELS, UnknownLinkError, type ConsentChannel } from '@dundun/domain';

interface Owner {
  workspaceId: number;
  /** Null when no person has the address. */
  uid: string | null;
  personId: string | null;
  address: string;
  masked: MaskedReader;
  /** The id of the mail whose link was opened. */
  messageId?: string;
}

/** The page of `{{ preferences_url }}`: all lists of the reader, each to keep or to leave by mail and by SMS, and tracking to refuse. */
@ApiExcludeController()
@Controller('p')
export class PreferencesController {
  constructor(
    @Inject(MailLinks) private readonly links: MailLinks,
    @Inject(People) private readonly people: People,
    @Inject(PersonalLists) private readonly lists: PersonalLists,
    @Inject(Memberships) private readonly memberships: Memberships,
    @Inject(TrackingRefusals) private readonly refusals: TrackingRefusals,
    @Inject(TrackingChoices) private readonly choices: TrackingChoices,
  ) {}

  @Get('preferences/:token')
  async show(
    @Param('token') token: string,
    @PageWords() words: Words,
    @RequestOrigin() { ip }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.ownerOf(token, ip);
    reply.headers(PAGE_HEADERS);
    return preferencesPage(words, await this.preferencesOf(owner), owner.masked);
  }

  @Post('preferences/:token')
  @PageBody()
  @HttpCode(200)
  async save(
    @Param('token') token: string,
    @Body() body: unknown,
    @PageWords() words: Words,
    @RequestOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.ownerOf(token, origin.ip);
    const chosen = choicesOf(await this.listsOf(owner), body);
    for (const choice of chosen) await this.choose(owner, choice, words, origin);
    await this.chooseTracking(owner, body, words, origin);
    const preferences = await this.preferencesOf(owner);
    const { lists } = preferences;
    const asks = chosen.some(({ list, kind }) => kind === 'resubscribe' && isPending(lists, list));
    reply.headers(PAGE_HEADERS);
    const said = asks ? words.preferences.savedWithMail : words.preferences.saved;
    return preferencesPage(words, preferences, owner.masked, said);
  }

  private choose(
    { workspaceId, uid, address, masked, messageId }: Owner,
    choice: Choice,
    words: Words,
    origin: Origin,
  ) {
    const { list, kind, channels } = choice;
    const reader = { workspaceId, listId: list.id, uid: uid ?? '', address };
    const textShown = preferenceText(words, list, channels, masked);
    const evidence = { ...origin, method: 'preferences' as const, textShown, messageId, words };
    return this.memberships.choose(kind, reader, evidence, channels);
  }

  private async chooseTracking(
    { workspaceId, uid, messageId }: Owner,
    body: unknown,
    words: Words,
    origin: Origin,
  ): Promise<void> {
    if (uid === null || fieldOf(body, FIELDS.trackingShown) === '') return;
    const isRefused = fieldOf(body, FIELDS.refusesTracking) !== '';
    const evidence = { ...origin, method: 'preferences' as const, textShown: trackingText(words), messageId, words };
    await this.choices.choose({ workspaceId, uid }, isRefused, evidence);
  }

  /** A link that several readers share belongs to none of them. */
  private async ownerOf(token: string, ip: string): Promise<Owner> {
    const { workspaceId, addresses, messageId } = await this.links.find(token, ip);
    const [address, ...others] = addresses;
    if (address === undefined || others.length > 0) throw new UnknownLinkError();
    const uid = await this.people.uidOf(workspaceId, address);
    const person = uid === null ? null : await this.people.findByUid(workspaceId, uid);
    const number = person?.number == null ? null : maskNumber(person.number);
    const personId = person?.id ?? null;
    return { workspaceId, uid, personId, address, masked: { address: maskAddress(address), number }, messageId };
  }

  private async preferencesOf(owner: Owner): Promise<Preferences> {
    const { workspaceId, personId } = owner;
    const refusesTracking = personId === null ? null : await this.refusals.isRefusedBy(workspaceId, personId);
    return { lists: await this.listsOf(owner), refusesTracking };
  }

  private async listsOf({ workspaceId, uid }: Owner): Promise<PersonalList[]> {
    return uid === null ? [] : this.lists.of(workspaceId, uid);
  }
}

interface Choice {
  list: PersonalList;
  kind: 'resubscribe' | 'unsubscribe';
  channels: readonly ConsentChannel[];
}

/** Returns the changes of the form. A list that was not on the page stays unchanged. */
function choicesOf(lists: PersonalList[], body: unknown): Choice[] {
  const leavesAll = fieldOf(body, FIELDS.none) !== '';
  return lists.flatMap((list) => {
    const isShown = fieldOf(body, FIELDS.shown(list.id)) !== '';
    const isWanted = (channel: ConsentChannel) => !leavesAll && fieldOf(body, FIELDS.wanted(channel, list.id)) !== '';
    const left = CONSENT_CHANNELS.filter((each) => isOn(list[each]) && !isWanted(each) && (isShown || leavesAll));
    const back = CONSENT_CHANNELS.filter(
      (each) => list[each] !== null && !isOn(list[each]) && isShown && isWanted(each),
    );
    // Without a number, the page says nothing about channels: the list is left for good.
    const ended = list.sms === null ? CONSENT_CHANNELS : left;
    return [
      ...(left.length > 0 ? [{ list, kind: 'unsubscribe' as const, channels: ended }] : []),
      ...(back.length > 0 ? [{ list, kind: 'resubscribe' as const, channels: back }] : []),
    ];
  });
}

const isPending = (lists: PersonalList[], { id }: PersonalList) =>
  lists.some((list) => list.id === id && (list.email === 'pending' || list.sms === 'pending'));
