import { Inject, Injectable } from '@nestjs/common';
import type { CampaignConversionsView, CampaignLinkView, CampaignReportView, ClickMapView } from '@dundun/contracts';
import { goalFields, VARIANT_NAMES } from '@dundun/domain';
import {
  ConversionReport,
  GroupEngagement,
  GroupReport,
  noConversions,
  sumOf,
  sumOfConversions,
} from '@dundun/insights';
import { SharedContents } from '@dundun/messaging';
import { variantsOf, type CampaignRow } from '../definitions/campaign.js';
import { contentsOfVariant, languagesOf } from '../definitions/stored-content.js';

/** The fragment to which a link of a click map leads. */
const fragmentOf = (number: number): string => `#link-${number}`;

/** Says what became of the messages of a campaign, from counts alone. */
@Injectable()
export class CampaignReports {
  constructor(
    @Inject(GroupReport) private readonly groups: GroupReport,
    @Inject(GroupEngagement) private readonly engagement: GroupEngagement,
    @Inject(ConversionReport) private readonly conversions: ConversionReport,
    @Inject(SharedContents) private readonly contents: SharedContents,
  ) {}

  async report(campaign: CampaignRow): Promise<CampaignReportView> {
    const { workspace_id: workspaceId, id } = campaign;
    const [times, mailboxes, links, engagement] = await Promise.all([
      this.groups.times(workspaceId, id),
      this.groups.mailboxes(workspaceId, id),
      this.links(campaign),
      this.engagement.of(workspaceId, id),
    ]);
    // SMS have no mailbox provider, so their hours are added up.
    const figures = campaign.channel === 'sms' ? times.points : mailboxes;
    return {
      total: { ...sumOf(figures), ...engagement },
      time_zone: times.zone,
      unit: times.unit,
      points: times.points.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures })),
      mailboxes,
      links,
      conversions: await this.conversionsOf(campaign, times.unit),
    };
  }

  private async conversionsOf(campaign: CampaignRow, unit: 'hour' | 'day'): Promise<CampaignConversionsView | null> {
    const { workspace_id: workspaceId, id, conversion } = campaign;
    if (!conversion) return null;
    const { total, contents, points } = await this.conversions.details(workspaceId, id, unit);
    const variants = variantsOf(campaign) > 1 ? (campaign.content_ids ?? []) : [];
    const sumsOf = (variant: number) =>
      sumOfConversions(contentsOfVariant(campaign, variant).map((content) => contents.get(content) ?? noConversions()));
    return {
      goal: goalFields(conversion),
      total,
      variants: variants.map((_, variant) => ({ variant: VARIANT_NAMES[variant] as string, ...sumsOf(variant) })),
      points: points.map(({ at, ...sums }) => ({ at: at.toISOString(), ...sums })),
    };
  }

  /** Returns the mail with nothing filled in, its tracked links marked by their numbers. */
  async clickMap({ workspace_id: workspaceId, content_id: content }: CampaignRow): Promise<ClickMapView> {
    const shown = content === null ? undefined : await this.contents.forNobody(workspaceId, content, fragmentOf);
    return { content, html: shown?.html ?? null };
  }

  /** Returns every tracked link, also those in which nobody clicked; the one that people cannot see is left out. */
  private async links(campaign: CampaignRow): Promise<CampaignLinkView[]> {
    const { workspace_id: workspaceId, id, content_id } = campaign;
    const languages = languagesOf(campaign);
    const counted = await this.groups.links(workspaceId, id);
    const contents = new Set([...(content_id === null ? [] : [content_id]), ...counted.map((each) => each.content_id)]);
    const all: CampaignLinkView[] = [];
    for (const content of contents) {
      const { links, honeypot, changed } = await this.contents.linksOf(workspaceId, content);
      for (const [number, sent] of links.entries()) {
        const { clicked = 0, clicked_by_machine = 0 } =
          counted.find((each) => each.content_id === content && each.link === number) ?? {};
        const url = changed.get(number) ?? sent;
        const was = changed.has(number) ? sent : null;
        if (number !== honeypot)
          all.push({
            content,
            language: languages.get(content) ?? null,
            number,
            url,
            was,
            clicked,
            clicked_by_machine,
          });
      }
    }
    return all.sort((one, other) => other.clicked - one.clicked || one.number - other.number);
  }
}
