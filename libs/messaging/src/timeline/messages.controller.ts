import { Controller, Inject, Param, Query } from '@nestjs/common';
import {
  ExplanationView,
  MessagePage,
  MessagesQuery,
  MessageView,
  StatusOk,
  TagReport,
  TagReportQuery,
} from '@dundun/contracts';
import { NotCancelableError, UnknownMessageError } from '@dundun/domain';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { DeliveryReportRepository } from '../reports/delivery-reports.repository.js';
import { Engagements } from '../tracking/engagements.repository.js';
import { explain, type SuppressedRecipient } from './explanation.js';
import { ListSuppressions } from '../suppressions/list-suppressions.repository.js';
import { MessageList } from './message-list.repository.js';
import { presentListedMessage, presentMessage, presentTag } from './message.presenter.js';
import { RenderedContents } from '../contents/rendered-contents.service.js';
import { mayRead } from '../message/readable.js';
import { MessageRepository, type MessageRow } from '../message/message.repository.js';
import { suppressionKey } from '../message/suppression-key.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';

const DOCUMENTED = { tag: 'Sends', access: 'console', refuses: ['unknown'] } as const;

const LISTED = { tag: 'Sends', access: 'console', role: 'viewer' } as const;

/** Shows, explains and cancels messages. */
@Controller()
export class MessagesController {
  constructor(
    @Inject(RenderedContents) private readonly contents: RenderedContents,
    @Inject(MessageRepository) private readonly messages: MessageRepository,
    @Inject(DeliveryReportRepository) private readonly reports: DeliveryReportRepository,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(ListSuppressions) private readonly lists: ListSuppressions,
    @Inject(Engagements) private readonly engagements: Engagements,
    @Inject(MessageList) private readonly list: MessageList,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /v1/messages', {
    ...LISTED,
    summary: 'Page through messages',
    returns: MessagePage,
  })
  async page(@CurrentCaller() { workspaceId }: Caller, @Query() query: MessagesQuery): Promise<MessagePage> {
    const scope = `messages ${workspaceId}`;
    const page = await this.list.page(workspaceId, query, this.cursors.read(query, scope));
    return this.cursors.view(page, scope, presentListedMessage);
  }

  @Endpoint('GET /v1/tags', {
    ...LISTED,
    summary: 'Report on messages by tag',
    description: 'What became of the messages accepted in the last days, for each of the hundred most used tags.',
    returns: TagReport,
  })
  async tags(
    @CurrentCaller() { workspaceId }: Caller,
    @Query() { days = 30, tag }: TagReportQuery,
  ): Promise<TagReport> {
    return { data: (await this.list.byTag(workspaceId, days, tag)).map(presentTag) };
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
    const sent = { ...row, workspace_id: workspaceId, created_at: row.scheduled_at ?? row.created_at };
    const content = mayRead(caller, row.content) ? await this.contents.shown(sent) : null;
    return presentMessage(
      { ...row, content },
      {
        attempts: await this.messages.attempts(workspaceId, id),
        reports: await this.reports.of(workspaceId, id),
        engagements: await this.engagements.ofMessage(workspaceId, id),
      },
    );
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

  private async suppressed(workspaceId: number, row: MessageRow): Promise<SuppressedRecipient[]> {
    const blocked = row.recipients.filter(({ status }) => status === 'suppressed').map(({ address }) => address);
    const known = await this.suppressions.of(workspaceId, blocked);
    const left = row.list_id === null ? new Set() : await this.lists.of(workspaceId, row.list_id, blocked);
    return blocked.map((address) => {
      const key = suppressionKey(address);
      return { address, hasLeft: left.has(key), why: known.get(key) ?? null };
    });
  }

  /** @throws UnknownMessageError */
  private async find({ workspaceId, lists }: Caller, id: string): Promise<MessageRow> {
    const row = validate(id) ? await this.messages.find(workspaceId, id, lists) : undefined;
    if (!row) throw new UnknownMessageError();
    return row;
  }
}
