import { Controller, Inject, Param } from '@nestjs/common';
import { MessageView } from '@dundun/contracts';
import { UnknownMessageError } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { presentMessage } from './message.presenter.js';
import { MessageRepository } from './message.repository.js';

/** What became of a message. */
@Controller()
export class MessagesController {
  constructor(@Inject(MessageRepository) private readonly messages: MessageRepository) {}

  @Endpoint('GET /v1/messages/:id', {
    tag: 'Sends',
    summary: 'Read a message and its timeline',
    access: 'console',
    returns: MessageView,
    refuses: ['unknown'],
  })
  async get(@CurrentCaller() { workspaceId }: Caller, @Param('id') id: string): Promise<MessageView> {
    const row = validate(id) ? await this.messages.find(workspaceId, id) : undefined;
    if (!row) throw new UnknownMessageError();
    return presentMessage(row, await this.messages.attempts(workspaceId, id));
  }
}
