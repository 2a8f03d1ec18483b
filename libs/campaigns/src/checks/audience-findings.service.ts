import { Inject, Injectable } from '@nestjs/common';
import { isAboutOpens, isOver, type CampaignFinding, type FollowUp } from '@dundun/domain';
import { consentLists, isTransactional, type CampaignRow } from '../definitions/campaign.js';
import { CampaignsRepository, type AudiencePart } from '../definitions/campaigns.repository.js';
import { variantContent } from '../definitions/variant-content.js';
import { finding } from './campaign-readiness.service.js';

const EARLY_MS = 48 * 3_600_000;

/** Says what is wrong with the audience of a campaign, and with saying the same to it. */
@Injectable()
export class AudienceFindings {
  constructor(@Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository) {}

  async problems(campaign: CampaignRow): Promise<CampaignFinding[]> {
    const { workspace_id, channel, lists, segments, list_id, content } = campaign;
    const problems: CampaignFinding[] = [];
    if (campaign.follows) problems.push(...(await this.followed(campaign, campaign.follows)));
    else if (lists.length + segments.length === 0)
      problems.push(finding('no_audience', 'it has no audience: choose lists or segments'));
    else if (consentLists(campaign).length === 0 && !isTransactional(campaign))
      problems.push(
        finding(
          'no_list',
          'its segments need a list that the messages belong to, so that readers can unsubscribe from it',
        ),
      );
    if (channel === 'email' && !content.subject && !content.template && !campaign.follows?.resends)
      problems.push(finding('no_subject', 'it has no subject'));
    const named = list_id === null ? lists : [...lists, list_id];
    const parts = await this.campaigns.parts(workspace_id, named, segments);
    return [...problems, ...parts.flatMap(partProblems)];
  }

  /** A campaign that is sent again needs another subject, and recipients of whom is known what they did. */
  private async followed(
    { workspace_id, content }: CampaignRow,
    { campaign, resends }: FollowUp,
  ): Promise<CampaignFinding[]> {
    const source = await this.campaigns.find(workspace_id, campaign);
    const before = source ? [{}, ...source.variants].map((each) => variantContent(source.content, each).subject) : [];
    const problems: CampaignFinding[] = [];
    if (source && !isOver(source.state))
      problems.push(finding('source_unfinished', `“${source.name}”, which it follows, is still being sent`));
    if (resends && (!content.subject || before.includes(content.subject)))
      problems.push(finding('no_subject', 'it says the same again, so it needs another subject than before'));
    return problems;
  }

  /** Many people open a mail on the next day. */
  private async followsEarly({ workspace_id, follows }: CampaignRow): Promise<CampaignFinding[]> {
    if (!follows || !isAboutOpens(follows.who)) return [];
    const source = await this.campaigns.find(workspace_id, follows.campaign);
    const ended = source?.ended_at?.getTime() ?? 0;
    if (Date.now() - ended > EARLY_MS) return [];
    const message = `“${source?.name}” was sent less than 48 hours ago, and some people still open it`;
    return [finding('follows_early', message)];
  }

  async warnings(campaign: CampaignRow): Promise<CampaignFinding[]> {
    const { workspace_id, segments, without_lists, without_segments } = campaign;
    const parts = await this.campaigns.parts(workspace_id, [], segments);
    const without = await this.campaigns.parts(workspace_id, without_lists, without_segments);
    const before = campaign.state === 'draft' ? await this.campaigns.sentBefore(campaign) : undefined;
    return [
      ...(await this.followsEarly(campaign)),
      ...parts
        .filter(({ is_building }) => is_building)
        .map(({ name }) =>
          finding('segment_building', `the segment “${name}” is still being built: the numbers grow until it is`),
        ),
      ...without
        .filter(({ is_archived }) => is_archived)
        .map(({ name }) => finding('excluded_archived', `“${name}”, which is left out, is archived`)),
      ...(before === undefined
        ? []
        : [
            finding(
              'sent_before',
              `“${before}” has the same audience and ${campaign.channel === 'sms' ? 'text' : 'subject'}, within a day of now`,
            ),
          ]),
    ];
  }
}

function partProblems({ kind, name, is_archived, has_failed }: AudiencePart): CampaignFinding[] {
  const problems: CampaignFinding[] = [];
  if (is_archived)
    problems.push(finding(kind === 'list' ? 'list_archived' : 'segment_archived', `“${name}” is archived`));
  if (has_failed) problems.push(finding('segment_failed', `the segment “${name}” cannot be evaluated`));
  return problems;
}
