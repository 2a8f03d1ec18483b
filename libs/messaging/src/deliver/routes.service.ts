import { Inject, Injectable } from '@nestjs/common';
import { mayCarry, ProviderSets, SendingDomains, type RouteStep } from '@dundun/accounts';
import type { ClaimedMessage, EmailContent } from '../message/message.js';
import { purposeOf } from '../message/outgoing.js';
import { EmailRoutes } from './email-routes.service.js';
import { ProviderHealth } from './provider-health.service.js';
import type { Route } from './route.js';
import { SmsRoutes } from './sms-routes.service.js';

/** Finds the routes of each message. */
@Injectable()
export class Routes {
  constructor(
    @Inject(ProviderSets) private readonly sets: ProviderSets,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(EmailRoutes) private readonly email: EmailRoutes,
    @Inject(SmsRoutes) private readonly sms: SmsRoutes,
    @Inject(ProviderHealth) private readonly health: ProviderHealth,
  ) {}

  /**
   * Returns the routes of a message in the order to try them; none if the workspace has no provider left for it.
   * @throws CannotOpenError, ZodError when no account of the message can be used
   */
  async of(message: ClaimedMessage): Promise<Route[]> {
    const { workspace_id: workspaceId, sender, source } = message;
    const set = await this.sets.of(workspaceId);
    if (message.channel === 'sms') {
      const accounts = source ? set.smsPath(source, sender.address) : [];
      return this.usable(workspaceId, accounts, (account) => this.sms.of(workspaceId, account));
    }
    const isConnected = await this.domains.covers(workspaceId, sender.address);
    const { template, isUncounted } = message.content as EmailContent;
    const steps = set
      .email(purposeOf(message), message.first_integration_id)
      .filter((step) => mayCarry(step, sender.address, isConnected) && !(step === null && isUncounted));
    return this.usable(workspaceId, steps, (step) => this.email.of(step, template !== undefined));
  }

  /**
   * Leaves out accounts that cannot be used, for example after a change of SECRET_KEY, as long as another remains.
   * @throws the error of the first account when no route remains
   */
  private usable<Step extends RouteStep>(
    workspaceId: number,
    steps: Step[],
    build: (step: Step) => Route | undefined,
  ): Route[] {
    const errors: unknown[] = [];
    const routes = steps.flatMap((step) => {
      try {
        return build(step) ?? [];
      } catch (error) {
        errors.push(error);
        if (step) this.health.noteUnusable(workspaceId, step, error);
        return [];
      }
    });
    if (routes.length === 0 && errors.length > 0) throw errors[0];
    return routes;
  }
}
