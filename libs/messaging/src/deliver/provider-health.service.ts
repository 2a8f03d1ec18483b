import { Inject, Injectable } from '@nestjs/common';
import { CANNOT_OPEN, Integrations, type ProviderAccount } from '@dundun/accounts';
import { CannotOpenError, LOGGER, type Logger } from '@dundun/platform/config';
import type { Outcome } from '@dundun/providers';

const CANNOT_USE = 'Its settings do not fit this release. Enter them again.';

/** Marks integrations that their provider refuses or that cannot be used. */
@Injectable()
export class ProviderHealth {
  constructor(
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records a change of health. Outcomes that say nothing about the account change nothing. */
  note(
    workspaceId: number,
    { integrationId, isFailing }: { integrationId: string | null; isFailing: boolean },
    outcome: Outcome,
  ): void {
    const isItsFault = outcome.kind === 'not_sent' && outcome.fault === 'provider';
    if (integrationId === null || isItsFault === isFailing) return;
    if (!isItsFault && outcome.kind !== 'accepted') return;
    this.store(workspaceId, integrationId, isItsFault ? outcome.detail : null);
  }

  /** Records that an account cannot be opened or used with this release. */
  noteUnusable(workspaceId: number, { id, isFailing }: ProviderAccount, error: unknown): void {
    if (isFailing) return;
    this.logger.error({ err: error, workspace_id: workspaceId, integration_id: id }, 'an integration cannot be used');
    this.store(workspaceId, id, error instanceof CannotOpenError ? CANNOT_OPEN : CANNOT_USE);
  }

  private store(workspaceId: number, integrationId: string, failure: string | null): void {
    this.integrations
      .noteHealth(workspaceId, integrationId, failure)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, integration_id: integrationId }, "an integration's health was not recorded"),
      );
  }
}
