import { Inject, Injectable } from '@nestjs/common';
import { SendingDomains, Workspaces } from '@dundun/accounts';
import {
  ASKING_HALTS,
  Refusal,
  withoutEnd,
  type CampaignFinding,
  type CampaignFindingCode,
  type CampaignHalt,
} from '@dundun/domain';
import { AcceptEmail, AcceptSms } from '@dundun/messaging';
import { consentLists, type CampaignRow, type CampaignSender } from '../definitions/campaign.js';
import { ReachedSegments } from '@dundun/segments';
import { CampaignsRepository, type AudiencePart } from '../definitions/campaigns.repository.js';

/** A campaign that starts later than this after its time asks first: its offer may be over. */
const HOUR_MS = 3_600_000;
const LATE_MS = 6 * HOUR_MS;

const CODES: Record<string, CampaignFindingCode> = {
  domain_not_connected: 'domain_not_connected',
  no_email_provider: 'no_provider',
  no_integration: 'no_provider',
  languages_incomplete: 'language_incomplete',
  unknown_sender: 'no_sender',
  unknown_profile: 'no_sender',
};

export const finding = (code: CampaignFindingCode, message: string): CampaignFinding => ({ code, message });

/** Returns a refusal as a finding. @throws what is no refusal, or says that something is out of order */
export function findingOf(error: unknown): CampaignFinding {
  if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
  return { code: CODES[error.code] ?? 'content_invalid', message: withoutEnd(error.message) };
}

/** Whether somebody who resumes the campaign has decided, so that nothing needs to be mended. */
export const asks = ({ code }: CampaignHalt): boolean => ASKING_HALTS.includes(code);

/** Says what keeps the mail of a campaign from leaving, when it is checked and again when its time has come. */
@Injectable()
export class CampaignReadiness {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(ReachedSegments) private readonly segments: ReachedSegments,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(AcceptSms) private readonly sms: AcceptSms,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
  ) {}

  /** Returns why a campaign whose time has come has to halt instead, what has to be mended first. */
  async halts(campaign: CampaignRow): Promise<CampaignHalt[]> {
    const { workspace_id, lists, list_id, segments, without_segments, start_at, scheduled_at } = campaign;
    const all = [...segments, ...without_segments];
    const route = await this.routeProblem(campaign, campaign.sender);
    const parts = await this.campaigns.parts(workspace_id, list_id === null ? lists : [...lists, list_id], all);
    const reached = (await this.segments.of(workspace_id, all)).map(({ id }) => id);
    const edited = scheduled_at ? await this.campaigns.edited(workspace_id, reached, scheduled_at) : [];
    const late = Date.now() - (start_at as Date).getTime();
    const found: CampaignHalt[] = [
      ...(route ? [route] : []),
      ...parts.flatMap((part) => partHalt(part) ?? []),
      ...edited.map((name): CampaignHalt => {
        return { code: 'segment_changed', message: `the segment “${name}” was edited after the start was confirmed` };
      }),
    ];
    const hours = Math.floor(late / HOUR_MS);
    if (late > LATE_MS) found.push({ code: 'late', message: `it would start ${hours} hours after its time` });
    return found.sort((one, other) => Number(asks(one)) - Number(asks(other)));
  }

  /** Returns why messages of a campaign could not leave. Bulk mail is not counted by the day, so the free plan needs a provider. */
  async routeProblem(
    campaign: CampaignRow,
    sender: CampaignSender | null,
  ): Promise<(CampaignHalt & CampaignFinding) | undefined> {
    const { workspace_id: workspaceId } = campaign;
    if (sender === null) return this.smsProblem(campaign);
    const { plan } = await this.workspaces.find(workspaceId);
    const [list = null] = consentLists(campaign);
    try {
      const { isLimited } = await this.emails.limitOf({ workspaceId, plan }, list, sender.email, sender.integration_id);
      const message = 'the free plan sends campaigns through a provider of your own: connect one';
      if (isLimited) return { code: 'plan_limit', message };
    } catch (error) {
      const { code, message } = findingOf(error);
      return { code: code === 'domain_not_connected' ? code : 'no_provider', message };
    }
    const failing = await this.domains.failing(workspaceId, sender.email);
    if (failing === undefined) return undefined;
    const message = `the DNS records of ${failing} are wrong, so that mailbox providers would refuse much of the mail`;
    return { code: 'domain_failing', message };
  }

  private async smsProblem(campaign: CampaignRow): Promise<(CampaignHalt & CampaignFinding) | undefined> {
    const { workspace_id, sms_source, sms_from } = campaign;
    if (sms_source === null || sms_from === null)
      return { code: 'no_sender', message: 'it has no sender: choose the integration and the sender ID of its SMS' };
    try {
      await this.sms.mustBeSendable(workspace_id, sms_source, sms_from);
      return undefined;
    } catch (error) {
      const { code, message } = findingOf(error);
      return { code: code === 'no_sender' ? code : 'no_provider', message };
    }
  }
}

function partHalt({ kind, name, is_archived, has_failed }: AudiencePart): CampaignHalt | undefined {
  if (is_archived)
    return {
      code: kind === 'list' ? 'list_archived' : 'segment_archived',
      message: `the ${kind} “${name}” is archived`,
    };
  if (has_failed) return { code: 'segment_failed', message: `the segment “${name}” cannot be evaluated` };
  return undefined;
}
