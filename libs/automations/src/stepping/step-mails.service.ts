import { Inject, Injectable } from '@nestjs/common';
import { AcceptByReference, contentFor, type ReferringMail } from '@dundun/messaging';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { variablesOf } from './variables.js';
import { EffectMaker, StepEffects, type PlacedEffect } from './step-effects.service.js';

/**
 * Makes the mails of steps as messages by reference. Their ids are those of the effects, so that a step that is repeated meets its
 * message. Messaging checks suppressions and the consent of the list once more when it hands a message over.
 */
@Injectable()
export class StepMails extends EffectMaker {
  constructor(
    @Inject(StepEffects) effects: StepEffects,
    @Inject(AcceptByReference) private readonly messages: AcceptByReference,
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
  ) {
    super(effects, ['email']);
  }

  async make(effects: readonly PlacedEffect[]): Promise<void> {
    const mails: ReferringMail[] = [];
    for (const effect of effects) mails.push(await this.mailOf(effect));
    for (const accepted of await this.messages.accept(mails)) if (accepted instanceof Error) throw accepted;
  }

  private async mailOf({ id, workspaceId, enrolment, effect }: PlacedEffect): Promise<ReferringMail> {
    if (effect.kind !== 'email') throw new Error(`a mail cannot be made of the kind ${effect.kind}`);
    const { automation_id, version: number, group_id, email } = enrolment;
    const version = await this.automations.version(workspaceId, automation_id, number);
    const mail = version.mails?.[effect.step.id];
    if (!mail || email === null) throw new Error(`the step ${effect.step.id} has no content or no address`);
    const { name, email: from, reply_to, integration_id } = mail.sender;
    const variables = variablesOf(enrolment);
    return {
      ...{ workspaceId, id, contentId: contentFor(mail.content_id, mail.languages, variables) },
      from: { name, email: from },
      firstIntegrationId: integration_id,
      ...(reply_to !== null && { replyTo: { name: null, email: reply_to } }),
      to: { name: null, email },
      listId: effect.list,
      ...(group_id !== null && { groupId: group_id }),
      variables,
    };
  }
}
