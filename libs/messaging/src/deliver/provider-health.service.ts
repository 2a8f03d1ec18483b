import { Inject, Injectable } from '@nestjs/common';
import { CANNOT_OPEN, Integrations, type AccountHealth, type ProviderAccount } from '@dundun/accounts';
import { CannotOpenError, LOGGER, type Logger } from '@dundun/platform/config';
import type { Outcome } from '@dundun/providers';
import { LRUCache } from 'lru-cache';

/** The last calls of an account in this process, by performance.now(). */
interface LastCalls {
  answeredAt: number;
  /** The first failure since the last answer. */
  failedAt: number | null;
}

const CANNOT_USE = 'Its settings do not fit this release. Enter them again.';
/** A call this long that ends without an answer shows by itself that the provider hangs. */
const HANGING_MS = 10_000;
/** Bounds the accounts that a long-lived worker remembers. */
const MOST_ACCOUNTS = 10_000;

/** Marks integrations whose calls fail, that their provider refuses, or that cannot be used; a success clears the mark. */
@Injectable()
export class ProviderHealth {
  private readonly lastCalls = new LRUCache<string, LastCalls>({ max: MOST_ACCOUNTS });

  constructor(
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Records a change of health. Outcomes that say nothing about the account change nothing.
   * @param startedAt the start of the call by performance.now()
   */
  note(
    workspaceId: number,
    { integrationId, health }: { integrationId: string | null; health: AccountHealth },
    outcome: Outcome,
    startedAt: number,
  ): void {
    if (integrationId === null) return;
    const account = { workspaceId, integrationId, health };
    if (isFailedCall(outcome)) return this.noteFailedCall(account, outcome.detail, startedAt);
    const hasFailed = health !== 'fine' || typeof this.lastCalls.get(integrationId)?.failedAt === 'number';
    this.lastCalls.set(integrationId, { answeredAt: performance.now(), failedAt: null });
    const isItsFault = outcome.kind === 'not_sent' && outcome.fault === 'provider';
    if (isItsFault && health !== 'failing') this.store(workspaceId, integrationId, outcome.detail);
    if (outcome.kind === 'accepted' && hasFailed) this.store(workspaceId, integrationId, null);
  }

  /** Records that an account cannot be opened or used with this release. */
  noteUnusable(workspaceId: number, { id, health }: ProviderAccount, error: unknown): void {
    if (health === 'failing') return;
    this.logger.error({ err: error, workspace_id: workspaceId, integration_id: id }, 'an integration cannot be used');
    this.store(workspaceId, id, error instanceof CannotOpenError ? CANNOT_OPEN : CANNOT_USE);
  }

  private noteFailedCall(
    { workspaceId, integrationId, health }: { workspaceId: number; integrationId: string; health: AccountHealth },
    detail: string,
    startedAt: number,
  ): void {
    const now = performance.now();
    const { answeredAt, failedAt } = this.lastCalls.get(integrationId) ?? { answeredAt: -Infinity, failedAt: null };
    this.lastCalls.set(integrationId, { answeredAt, failedAt: failedAt ?? now });
    const isHanging = now - startedAt >= HANGING_MS && answeredAt < startedAt;
    // A call that was in flight when the first one failed says nothing new.
    const isNews = failedAt === null || startedAt > failedAt;
    if (health === 'failing' || !(isNews || isHanging)) return;
    this.log(integrationId, this.integrations.noteFailedCall(workspaceId, integrationId, detail, isHanging));
  }

  private store(workspaceId: number, integrationId: string, failure: string | null): void {
    this.log(integrationId, this.integrations.noteHealth(workspaceId, integrationId, failure));
  }

  private log(integrationId: string, stored: Promise<void>): void {
    stored.catch((error: unknown) =>
      this.logger.warn({ err: error, integration_id: integrationId }, "an integration's health was not recorded"),
    );
  }
}

/** Whether a call ended at the network or at a server that fails, which says nothing about the account or the message. */
const isFailedCall = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' ||
  (outcome.kind === 'not_sent' && outcome.fault === 'passing' && !outcome.throttled && !outcome.recipientOnly);
