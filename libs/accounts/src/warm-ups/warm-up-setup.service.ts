import { Inject, Injectable } from '@nestjs/common';
import type { WarmUpBody, WarmUpList, WarmUpView } from '@dundun/contracts';
import {
  DEFAULT_WARM_UP,
  InvalidInputError,
  UnknownIntegrationError,
  utcDay,
  warmUpCeiling,
  warmUpDays,
} from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { NIL } from 'uuid';
import { SendingDomains } from '../domains/sending-domains.repository.js';
import { Integrations } from '../integrations/integrations.service.js';
import { WarmUps, type WarmUp } from './warm-ups.repository.js';

/** The name of the service's own server in addresses. */
const OWN = 'own';

interface Account {
  id: string;
  integrationId: string | null;
  name: string;
}

/** Manages warm-ups for the console: one plan for each domain and email provider. */
@Injectable()
export class WarmUpSetup {
  constructor(
    @Inject(WarmUps) private readonly warmUps: WarmUps,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(Integrations) private readonly integrations: Integrations,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SMTP_URL'>,
  ) {}

  /** @throws UnknownDomainError */
  async list(workspaceId: number, domainId: string): Promise<WarmUpList> {
    const { id } = await this.domains.find(workspaceId, domainId);
    const today = utcDay(Date.now());
    const [accounts, plans, sent] = await Promise.all([
      this.accounts(workspaceId),
      this.warmUps.ofDomain(workspaceId, id),
      this.warmUps.sent(workspaceId, id, today),
    ]);
    const data = accounts.map((account) => {
      const accountId = account.integrationId ?? NIL;
      const plan = plans.find((each) => each.accountId === accountId);
      return present(account, plan, sent.get(accountId) ?? 0, today);
    });
    return { data };
  }

  /** @throws UnknownDomainError, UnknownIntegrationError, InvalidInputError */
  async set(workspaceId: number, domainId: string, provider: string, body: WarmUpBody): Promise<WarmUpList> {
    const { id } = await this.domains.find(workspaceId, domainId);
    const { integrationId } = await this.account(workspaceId, provider);
    const plan = {
      firstDay: body.first_day ?? DEFAULT_WARM_UP.firstDay,
      growthPercent: body.growth_percent ?? DEFAULT_WARM_UP.growthPercent,
      target: body.target ?? DEFAULT_WARM_UP.target,
      startedOn: utcDay(Date.now()),
    };
    if (plan.target <= plan.firstDay)
      throw new InvalidInputError([{ field: 'target', message: 'must be larger than first_day' }]);
    await this.warmUps.set({ workspaceId, domainId: id, integrationId }, plan);
    return this.list(workspaceId, id);
  }

  /** @throws UnknownDomainError, UnknownIntegrationError */
  async remove(workspaceId: number, domainId: string, provider: string): Promise<void> {
    const { id } = await this.domains.find(workspaceId, domainId);
    const { integrationId } = await this.account(workspaceId, provider);
    await this.warmUps.remove({ workspaceId, domainId: id, integrationId });
  }

  private async accounts(workspaceId: number): Promise<Account[]> {
    const connected = (await this.integrations.list(workspaceId))
      .filter(({ channel, provider }) => channel === 'email' && provider !== 'inbox')
      .map(({ id, name, provider }) => ({ id, integrationId: id, name: name ?? provider }));
    if (this.config.SMTP_URL === undefined) return connected;
    return [...connected, { id: OWN, integrationId: null, name: 'The server of this installation' }];
  }

  private async account(workspaceId: number, provider: string): Promise<Account> {
    const found = (await this.accounts(workspaceId)).find(({ id }) => id === provider);
    if (!found) throw new UnknownIntegrationError();
    return found;
  }
}

function present({ id, name }: Account, plan: WarmUp | undefined, sent: number, today: string): WarmUpView {
  const ceiling = plan ? warmUpCeiling(plan, today) : null;
  return {
    provider: id,
    name,
    status: plan === undefined ? 'off' : ceiling === null ? 'done' : 'running',
    first_day: plan?.firstDay ?? null,
    growth_percent: plan?.growthPercent ?? null,
    target: plan?.target ?? null,
    started_on: plan?.startedOn ?? null,
    days: plan ? warmUpDays(plan) : null,
    ceiling_today: ceiling,
    sent_today: plan ? sent : null,
  };
}
