import { Controller, Inject, Param, Query } from '@nestjs/common';
import { InboxMessageDetail, InboxPage, InboxQuery, type InboxMessageView } from '@dundun/contracts';
import { UnknownMessageError } from '@dundun/domain';
import { CurrentCaller, Cursors, Endpoint, type Caller } from '@dundun/platform/http';
import PostalMime from 'postal-mime';
import { validate } from 'uuid';
import { mayRead } from '../message/readable.js';
import { Inbox, type CapturedRow } from './inbox.repository.js';

const HIDDEN = 'Hidden, because the link in this mail gives rights that your role does not have.';
const scope = (workspaceId: number) => `inbox ${workspaceId}`;

/** Shows the built-in inbox in the console. */
@Controller()
export class InboxController {
  constructor(
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(Cursors) private readonly cursors: Cursors,
  ) {}

  @Endpoint('GET /console/inbox', {
    tag: 'Console',
    summary: 'Page through captured messages',
    access: 'console',
    role: 'viewer',
    limited: 'filtered',
    returns: InboxPage,
  })
  async list(@CurrentCaller() { workspaceId, lists }: Caller, @Query() query: InboxQuery): Promise<InboxPage> {
    const { channel, to, search } = query;
    const page = await this.inbox.page(
      workspaceId,
      { channel, to, search, lists },
      this.cursors.read(query, scope(workspaceId)),
    );
    return this.cursors.view(page, scope(workspaceId), present);
  }

  @Endpoint('GET /console/inbox/:id', {
    tag: 'Console',
    summary: 'Read a captured message',
    access: 'console',
    role: 'viewer',
    limited: 'filtered',
    returns: InboxMessageDetail,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<InboxMessageDetail> {
    const row = validate(id) ? await this.inbox.find(caller.workspaceId, id, caller.lists) : undefined;
    if (!row) throw new UnknownMessageError();
    const size = row.raw.length;
    if (!mayRead(caller, row.content)) return { ...present(row), html: null, text: HIDDEN, headers: [], size };
    if (row.channel === 'sms')
      return { ...present(row), html: null, text: row.raw.toString('utf8'), headers: [], size };
    const mail = await PostalMime.parse(row.raw);
    const headers = mail.headers.map(({ originalKey, key, value }) => ({ name: originalKey || key, value }));
    return { ...present(row), html: mail.html ?? null, text: mail.text ?? null, headers, size };
  }
}

const present = (row: CapturedRow): InboxMessageView => ({
  id: row.id,
  message_id: row.message_id,
  channel: row.channel,
  from: row.sender,
  to: row.recipients,
  subject: row.subject,
  captured_at: row.captured_at.toISOString(),
});
