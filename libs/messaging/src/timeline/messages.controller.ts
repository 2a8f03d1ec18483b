import { Body, Controller, Inject, Param, Query, Res, StreamableFile } from '@nestjs/common';
import {
  ExplanationView,
  MessageAccepted,
  MessagePage,
  MessageSettled,
  MessagesQuery,
  MessageView,
  RemoteImageQuery,
  RemoteImagesView,
  SettleMessageBody,
  StatusOk,
  TagReport,
  TagReportQuery,
} from '@dundun/contracts';
import { NotCancelableError, UnknownListError, UnknownMessageError, UnknownPersonError } from '@dundun/domain';
import { People } from '@dundun/people';
import type { IdempotencyClaim } from '@dundun/platform/database';
import {
  Claim,
  CurrentCaller,
  Cursors,
  Endpoint,
  RequestOrigin,
  type Caller,
  type Origin,
} from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { validate } from 'uuid';
import { DeliveryReportRepository } from '../reports/delivery-reports.repository.js';
import { Engagements } from '../tracking/engagements.repository.js';
import { explain, type SuppressedRecipient } from './explanation.js';
import { ListSuppressions } from '../suppressions/list-suppressions.repository.js';
import { presentListedMessage, presentMessage, presentTag } from './message.presenter.js';
import { MessageSearch } from './message-search.repository.js';
import type { MessageFilter } from './message-search.statements.js';
import { RemoteImages } from './remote-images.service.js';
import { SendAgain } from './send-again.service.js';
import { TagReports } from './tag-report.repository.js';
import { sendAnswer } from '../accept/send-answer.js';
import { RenderedContents } from '../contents/rendered-contents.service.js';
import { mayRead } from '../message/readable.js';
import { PAUSED } from '../message/message.js';
import { MessageRepository, type MessageRow } from '../message/message.repository.js';
import { suppressionKey } from '../message/suppression-key.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';

const DOCUMENTED = { tag: 'Sends', access: 'console', refuses: ['unknown'] } as const;

const LISTED = { tag: 'Sends', access: 'console', role: 'viewer', limited: 'filtered' } as const;

/** Finds, shows, explains, cancels and repeats messages. */
@Controller()
export class MessagesController {
  constructor(
    @Inject(RenderedContents) private readonly contents: RenderedContents,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
    @Inject(DeliveryReportRepository) private readonly reports: DeliveryReportRepository,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(ListSuppressions) private readonly lists: ListSuppressions,
    @Inject(Engagements) private readonly engagements: Engagements,
    @Inject(MessageSearch) private readonly search: MessageSearch,
    @Inject(TagReports) private readonly tagReports: TagReports,
    @Inject(SendAgain) private readonly again: SendAgain,
    @Inject(RemoteImages) private readonly images: RemoteImages,
    @Inject(People) private readonly people: People,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /v1/messages', {
    ...LISTED,
    summary: 'Find messages',
    description:
      'Newest first. Search, address, uid, tag and status find messages among millions at once; other filters compare messages ' +
      'one by one, and a page says with searched_to how far that got.',
    refuses: ['unknown'],
    returns: MessagePage,
  })
  async page(@CurrentCaller() caller: Caller, @Query() query: MessagesQuery): Promise<MessagePage> {
    const { workspaceId } = caller;
    const scope = `messages ${workspaceId}`;
    const page = await this.search.page(
      workspaceId,
      await this.filterOf(caller, query),
      this.cursors.read(query, scope),
    );
    return {
      ...this.cursors.view(page, scope, (row) => presentListedMessage(row, caller.lists)),
      searched_to: page.searchedTo?.toISOString() ?? null,
    };
  }

  @Endpoint('GET /v1/tags', {
    ...LISTED,
    summary: 'Report on messages by tag',
    description: 'What became of the messages accepted in the last days, for each of the hundred most used tags.',
    returns: TagReport,
  })
  async tags(
    @CurrentCaller() { workspaceId, lists }: Caller,
    @Query() { days = 30, tag }: TagReportQuery,
  ): Promise<TagReport> {
    return { data: (await this.tagReports.byTag(workspaceId, days, tag, lists)).map(presentTag) };
  }

  @Endpoint('GET /v1/messages/:id', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'filtered',
    summary: 'Read a message and its timeline',
    returns: MessageView,
  })
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<MessageView> {
    const { workspaceId } = caller;
    const row = await this.find(caller, id);
    const content = await this.shown(caller, row);
    return presentMessage(
      { ...row, content },
      {
        attempts: await this.messages.attempts(workspaceId, id),
        reports: await this.reports.of(workspaceId, id),
        engagements: await this.engagements.ofMessage(workspaceId, id),
      },
      caller.lists,
    );
  }

  @Endpoint('GET /v1/messages/:id/images', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'filtered',
    summary: 'List the remote images of an email',
    description:
      'The console shows them on request, fetched by the service, so that the sender does not learn who read the mail.',
    returns: RemoteImagesView,
  })
  async remoteImages(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<RemoteImagesView> {
    const row = await this.find(caller, id);
    const content = await this.shown(caller, row);
    const html = content && 'html' in content ? content.html : undefined;
    return { data: html ? this.images.of(caller.workspaceId, html) : [] };
  }

  @Endpoint('GET /console/remote-images', {
    tag: 'Console',
    access: 'console',
    role: 'viewer',
    limited: 'neutral',
    summary: 'Fetch a remote image of an email',
    description: 'From public addresses only, without cookies: PNG, JPEG, GIF or WebP of at most 5 MB.',
    refuses: ['unknown'],
    returns: String,
    produces: 'image/*',
  })
  async image(@CurrentCaller() { workspaceId }: Caller, @Query() { token }: RemoteImageQuery): Promise<StreamableFile> {
    const { type, bytes } = await this.images.fetch(workspaceId, token);
    return new StreamableFile(bytes, { type, disposition: 'attachment' });
  }

  @Endpoint('GET /v1/messages/:id/explain', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'filtered',
    summary: 'Explain why a message did or did not arrive',
    description:
      'The first reason, in the order in which a message meets them: consent, suppression, limit, route, provider, bounce.',
    returns: ExplanationView,
  })
  async explain(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ExplanationView> {
    const { workspaceId } = caller;
    const row = await this.find(caller, id);
    return explain(row, {
      attempts: await this.messages.attempts(workspaceId, id),
      reports: await this.reports.of(workspaceId, id),
      suppressed: await this.suppressed(workspaceId, row),
    });
  }

  @Endpoint('POST /v1/messages/:id/cancel', {
    ...DOCUMENTED,
    role: 'marketer',
    limited: 'filtered',
    summary: 'Cancel a message that has not been sent',
    refuses: ['unknown', 'conflict'],
    returns: StatusOk,
  })
  async cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StatusOk> {
    const { workspaceId } = caller;
    const { status } = await this.find(caller, id);
    if (status !== 'canceled' && !(await this.messages.cancel(workspaceId, id)))
      throw new NotCancelableError((await this.find(caller, id)).status);
    return { status: 'ok' };
  }

  @Endpoint('POST /v1/messages/:id/send-again', {
    ...DOCUMENTED,
    role: 'marketer',
    limited: 'filtered',
    summary: 'Send a message again',
    description:
      'Stores a new message with the same content for the same recipients. Refused while the first is on its way, while nobody ' +
      'knows whether an SMS arrived, once its content is deleted, and if nobody of its recipients may get it.',
    refuses: ['unknown', 'conflict', 'limited'],
    returns: MessageAccepted,
  })
  async sendAgain(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return sendAnswer(reply, await this.again.send(caller, await this.find(caller, id), requestId, claim));
  }

  @Endpoint('POST /v1/messages/:id/settle', {
    ...DOCUMENTED,
    role: 'marketer',
    limited: 'filtered',
    summary: 'Settle a message whose outcome is unknown',
    description:
      'An SMS that may have been sent is held instead of sent twice. A person who knows says that it arrived, or sends it again ' +
      'as a new message.',
    refuses: ['unknown', 'conflict', 'limited'],
    returns: MessageSettled,
  })
  async settle(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { outcome }: SettleMessageBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<MessageSettled> {
    const row = await this.find(caller, id);
    if (outcome === 'send_again') return { id: await this.again.replace(caller, row, requestId) };
    await this.again.arrived(caller, row);
    return { id: null };
  }

  /** @throws UnknownPersonError, UnknownListError */
  private async filterOf({ workspaceId, lists }: Caller, query: MessagesQuery): Promise<MessageFilter> {
    const { search, address, uid, tag, channel, status, provider, list, since, until } = query;
    if (list !== undefined && !validate(list)) throw new UnknownListError();
    const person = uid === undefined ? undefined : await this.people.findByUid(workspaceId, uid);
    if (person === null) throw new UnknownPersonError();
    return {
      search,
      address: address === undefined ? undefined : suppressionKey(address),
      personId: person?.id,
      tag,
      channel,
      status,
      provider,
      list,
      since,
      until,
      lists,
    };
  }

  /** Returns the content, rendered; null if the caller may not read it. */
  private async shown(caller: Caller, row: MessageRow): Promise<MessageRow['content']> {
    if (!mayRead(caller, row.content)) return null;
    return this.contents.shown({
      ...row,
      workspace_id: caller.workspaceId,
      created_at: row.scheduled_at ?? row.created_at,
    });
  }

  private async suppressed(workspaceId: number, row: MessageRow): Promise<SuppressedRecipient[]> {
    const blocked = row.recipients.filter(({ status }) => status === 'suppressed');
    const addresses = blocked.map(({ address }) => address);
    const known = await this.suppressions.of(workspaceId, addresses);
    const left = row.list_id === null ? new Set() : await this.lists.of(workspaceId, row.list_id, addresses);
    return blocked.map(({ address, detail }) => {
      const key = suppressionKey(address);
      return { address, hadPaused: detail === PAUSED, hasLeft: left.has(key), why: known.get(key) ?? null };
    });
  }

  /** @throws UnknownMessageError */
  private async find({ workspaceId, lists }: Caller, id: string): Promise<MessageRow> {
    const row = validate(id) ? await this.messages.find(workspaceId, id, lists) : undefined;
    if (!row) throw new UnknownMessageError();
    return row;
  }
}
