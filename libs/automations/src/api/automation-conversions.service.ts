import { Inject, Injectable } from '@nestjs/common';
import type { AutomationConversionsView, ConversionGoalBody } from '@dundun/contracts';
import { EmptyUpdateError, goalFields, readConversionGoal } from '@dundun/domain';
import { ConversionGoals, ConversionReport } from '@dundun/insights';
import { AutomationDrafts } from '../definitions/automation-drafts.repository.js';
import { Automations } from '../definitions/automations.service.js';
import { StepContents } from '../definitions/step-contents.repository.js';

/** What automations are for, and what came of their messages. */
@Injectable()
export class AutomationConversions {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(ConversionGoals) private readonly goals: ConversionGoals,
    @Inject(ConversionReport) private readonly report: ConversionReport,
    @Inject(StepContents) private readonly contents: StepContents,
  ) {}

  /** Sets the goal of messages from now on; null for none. @throws UnknownAutomationError, EmptyUpdateError, InvalidInputError */
  async set(workspaceId: number, id: string, given?: ConversionGoalBody | null): Promise<AutomationConversionsView> {
    if (given === undefined) throw new EmptyUpdateError(['conversion']);
    const goal = given && readConversionGoal(given, 'conversion');
    await this.automations.locked(workspaceId, id, async (automation) => {
      await this.drafts.aim(workspaceId, automation.id, goal);
      if (automation.group_id !== null) await this.goals.put(workspaceId, automation.group_id, automation.id, goal);
    });
    return this.of(workspaceId, id);
  }

  /** @throws UnknownAutomationError */
  async of(workspaceId: number, id: string): Promise<AutomationConversionsView> {
    const { id: owner, conversion } = await this.automations.get(workspaceId, id);
    const { total, contents, points } = await this.report.details(workspaceId, owner, 'day');
    const steps = await this.contents.steps(workspaceId, owner);
    return {
      goal: conversion && goalFields(conversion),
      total,
      steps: [...contents].flatMap(([content, sums]) => {
        const step = steps.get(content);
        return step === undefined ? [] : [{ ...step, ...sums }];
      }),
      points: points.map(({ at, ...sums }) => ({ at: at.toISOString(), ...sums })),
    };
  }
}
