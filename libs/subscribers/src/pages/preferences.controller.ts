import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequestOrigin, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { PAGE_HEADERS } from './hosted-page.js';
import { MailLinks } from './mail-links.service.js';
import { maskAddress } from './mask-address.js';
import { PageBody } from './page-bodies.js';
import { Memberships } from '../memberships/memberships.service.js';
import { fieldOf } from './page-fields.js';
import { PageWords } from '../words/language.js';
import type { Words } from '../words/words.js';
import { People } from '@dundun/people';
import { PersonalLists, type PersonalList } from '../memberships/personal-lists.repository.js';
import { FIELDS, preferencesPage, preferenceText } from './preferences.page.js';
import { UnknownLinkError } from '@dundun/domain';

interface Owner {
  workspaceId: number;
  /** Null when no person has the address. */
  uid: string | null;
  address: string;
}

/** The page of `{{ preferences_url }}`: all lists of the reader, each to keep or to leave. */
@ApiExcludeController()
@Controller('p')
export class PreferencesController {
  constructor(
    @Inject(MailLinks) private readonly links: MailLinks,
    @Inject(People) private readonly people: People,
    @Inject(PersonalLists) private readonly lists: PersonalLists,
    @Inject(Memberships) private readonly memberships: Memberships,
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
    return preferencesPage(words, await this.listsOf(owner), maskAddress(owner.address));
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
    for (const { list, kind } of chosen) await this.choose(owner, list, kind, words, origin);
    const lists = await this.listsOf(owner);
    const asks = chosen.some(({ list, kind }) => kind === 'resubscribe' && isPending(lists, list));
    reply.headers(PAGE_HEADERS);
    const said = asks ? words.preferences.savedWithMail : words.preferences.saved;
    return preferencesPage(words, lists, maskAddress(owner.address), said);
  }

  private choose(owner: Owner, list: PersonalList, kind: Choice['kind'], words: Words, origin: Origin) {
    const { workspaceId, uid, address } = owner;
    const textShown = preferenceText(words, list, maskAddress(address));
    const reader = { workspaceId, listId: list.id, uid: uid ?? '', address };
    const evidence = { ...origin, method: 'preferences' as const, textShown, words };
    return this.memberships.choose(kind, reader, evidence, ['email']);
  }

  /** A link that several readers share belongs to none of them. */
  private async ownerOf(token: string, ip: string): Promise<Owner> {
    const { workspaceId, addresses } = await this.links.find(token, ip);
    const [address, ...others] = addresses;
    if (address === undefined || others.length > 0) throw new UnknownLinkError();
    return { workspaceId, uid: await this.people.uidOf(workspaceId, address), address };
  }

  private async listsOf({ workspaceId, uid }: Owner): Promise<PersonalList[]> {
    return uid === null ? [] : this.lists.of(workspaceId, uid);
  }
}

interface Choice {
  list: PersonalList;
  kind: 'resubscribe' | 'unsubscribe';
}

/** Returns the changes of the form. A list that was not on the page stays unchanged. */
function choicesOf(lists: PersonalList[], body: unknown): Choice[] {
  const leavesAll = fieldOf(body, FIELDS.none) !== '';
  return lists.flatMap((list): Choice[] => {
    const isOn = list.status === 'subscribed' || list.status === 'pending';
    const isShown = fieldOf(body, FIELDS.shown(list.id)) !== '';
    const isWanted = !leavesAll && fieldOf(body, FIELDS.wanted(list.id)) !== '';
    if (isOn && !isWanted && (isShown || leavesAll)) return [{ list, kind: 'unsubscribe' }];
    return !isOn && isShown && isWanted ? [{ list, kind: 'resubscribe' }] : [];
  });
}

const isPending = (lists: PersonalList[], { id }: PersonalList) =>
  lists.some((list) => list.id === id && list.status === 'pending');
