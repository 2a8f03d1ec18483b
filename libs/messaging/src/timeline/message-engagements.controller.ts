import { Controller, Inject, Query } from '@nestjs/common';
import { MessageEngagementsQuery, MessageEngagementsView, type MessageEngagementView } from '@dundun/contracts';
import { InvalidInputError } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { MessageEngagements, type MessageEngagementRow } from './message-engagements.repository.js';

const MOST = 50;

/** Says what people and machines did with messages. */
@Controller()
export class MessageEngagementsController {
  constructor(@Inject(MessageEngagements) private readonly engagements: MessageEngagements) {}

  @Endpoint('GET /console/message-engagements', {
    tag: 'Console',
    access: 'console',
    role: 'viewer',
    limited: 'filtered',
    summary: 'List the opens and clicks of messages',
    description: 'By people and by machines, with each clicked link. Messages that do not exist are left out.',
    returns: MessageEngagementsView,
  })
  async list(
    @CurrentCaller() { workspaceId, lists }: Caller,
    @Query() { messages }: MessageEngagementsQuery,
  ): Promise<MessageEngagementsView> {
    const rows = await this.engagements.of(workspaceId, idsIn(messages), lists);
    return { data: rows.map(present) };
  }
}

/** @throws InvalidInputError */
function idsIn(text: string): string[] {
  const ids = [...new Set(text.split(',').filter(Boolean))];
  const refuse = (message: string) => new InvalidInputError([{ field: 'messages', message }]);
  if (ids.length > MOST) throw refuse(`must name at most ${MOST} messages`);
  if (!ids.every((id) => validate(id))) throw refuse('must be ids of messages, separated by commas');
  return ids;
}

const present = ({ message_id, kind, machine, url, times, ...at }: MessageEngagementRow): MessageEngagementView => ({
  message: message_id,
  kind,
  by: machine ? 'machine' : 'person',
  url,
  times,
  first_at: at.first_at.toISOString(),
  last_at: at.last_at.toISOString(),
});
