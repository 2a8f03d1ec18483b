import { Inject, Injectable } from '@nestjs/common';
import { DomainHealths } from '@dundun/accounts';
import type { DeliverabilityView, DomainDeliverabilityView } from '@dundun/contracts';
import { domainsOver } from '@dundun/domain';
import { deliverabilityAdvice } from './deliverability-advice.js';
import { sumOf } from './group-report.repository.js';
import { MailDays, type DomainMail } from './mail-days.repository.js';

const DAYS = 30;
/** Domains whose records are read; the others send the least. */
const MOST_DOMAINS = 50;

/** Says how mail fared at mailbox providers, by sending domain, and what to do about it. */
@Injectable()
export class Deliverability {
  constructor(
    @Inject(MailDays) private readonly mails: MailDays,
    @Inject(DomainHealths) private readonly domains: DomainHealths,
  ) {}

  async view(workspaceId: number): Promise<DeliverabilityView> {
    const [mails, ids] = await Promise.all([this.mails.last(workspaceId, DAYS), this.domains.names(workspaceId)]);
    const byDomain = new Map<string, DomainMail[]>([...ids.keys()].map((domain) => [domain, []]));
    for (const mail of mails) {
      const connected = domainsOver(`any@${mail.domain}`).find((domain) => ids.has(domain)) ?? mail.domain;
      byDomain.set(connected, [...(byDomain.get(connected) ?? []), mail]);
    }
    const domains = [...byDomain]
      .map(([domain, all]) => ({ domain, all, total: sumOf(all) }))
      .sort((one, other) => other.total.sent - one.total.sent || one.domain.localeCompare(other.domain))
      .slice(0, MOST_DOMAINS);
    const views: DomainDeliverabilityView[] = [];
    for (const { domain, all, total } of domains) {
      const id = ids.get(domain);
      const health = id === undefined ? null : await this.domains.of(workspaceId, id, DAYS);
      const { status = null, dkim = null, spf = null, dmarc = null, policy = null } = health ?? {};
      const { reported = 0, aligned = 0 } = health ?? {};
      views.push({
        ...{ domain, id: id ?? null, status, dkim, spf, dmarc, policy, reported, aligned, total },
        mailboxes: byMailbox(all),
        advice: deliverabilityAdvice(total, health),
      });
    }
    return { days: DAYS, total: sumOf(mails), mailboxes: byMailbox(mails), domains: views };
  }
}

const byMailbox = (mails: readonly DomainMail[]) =>
  [...new Set(mails.map(({ mailbox }) => mailbox))]
    .map((mailbox) => ({ mailbox, ...sumOf(mails.filter((mail) => mail.mailbox === mailbox)) }))
    .sort((one, other) => other.sent - one.sent);
