import { Inject, Injectable } from '@nestjs/common';
import { AcceptByReference, contentFor, type ReferringSms } from '@dundun/messaging';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { EffectMaker, StepEffects, type PlacedEffect } from './step-effects.service.js';
import { variablesOf } from './variables.js';

/** Makes the SMS of steps as messages by reference, as `StepMails` makes mails. */
@Injectable()
export class StepTexts extends EffectMaker {
  constructor(
    @Inject(StepEffects) effects: StepEffects,
    @Inject(AcceptByReference) private readonly messages: AcceptByReference,
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
  ) {
    super(effects, ['sms']);
  }

  async make(effects: readonly PlacedEffect[]): Promise<void> {
    const texts: ReferringSms[] = [];
    for (const effect of effects) texts.push(await this.smsOf(effect));
    for (const accepted of await this.messages.acceptSms(texts)) if (accepted instanceof Error) throw accepted;
  }

  private async smsOf({ id, workspaceId, enrolment, effect }: PlacedEffect): Promise<ReferringSms> {
    if (effect.kind !== 'sms') throw new Error(`an SMS cannot be made of the kind ${effect.kind}`);
    const { automation_id, version: number, group_id, number: to } = enrolment;
    const version = await this.automations.version(workspaceId, automation_id, number);
    const sms = version.texts?.[effect.step.id];
    if (!sms || to === null) throw new Error(`the step ${effect.step.id} has no content or no number`);
    const variables = variablesOf(enrolment);
    const contentId = contentFor(sms.content_id, sms.languages, variables);
    return {
      ...{ workspaceId, id, contentId, source: sms.source, from: sms.from, to },
      listId: effect.list,
      ...(group_id !== null && { groupId: group_id }),
      variables,
    };
  }
}
