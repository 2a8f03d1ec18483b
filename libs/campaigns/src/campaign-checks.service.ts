import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { Refusal, withoutEnd, type Exclusion } from '@dundun/domain';
import { AcceptEmail, Contents, SendingProfiles, Templates, type ContentInput } from '@dundun/messaging';
import { Audiences, NIL } from './audience.repository.js';
import { consentLists, type CampaignRow, type CampaignSender } from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { sorted } from './candidates.js';
import { Recipients } from './recipients.repository.js';

const SLICE = 10_000;
/** A check answers while somebody waits for it. */
const LONGEST_MS = 2_000;

/** What a start would do. */
export interface CampaignCheck {
  matched: number;
  recipients: number;
  isExact: boolean;
  excluded: Partial<Record<Exclusion, number>>;
  problems: string[];
  warnings: string[];
  variables: string[];
}

/** Says what a start would do, and what keeps a campaign from starting. Stores nothing. */
@Injectable()
export class CampaignChecks {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(Audiences) private readonly audiences: Audiences,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(AcceptEmail) private readonly emails: AcceptEmail,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
  ) {}

  async check(campaign: CampaignRow): Promise<CampaignCheck> {
    const problems: string[] = [];
    const warnings: string[] = [];
    await this.checkParts(campaign, problems, warnings);
    await this.problemOf(problems, async () => this.checkLimit(campaign, problems, await this.sender(campaign)));
    let variables: string[] = [];
    await this.problemOf(problems, async () => {
      variables = await this.contents.check(campaign.workspace_id, await this.content(campaign));
    });
    const counted = await this.count(campaign);
    if (counted.recipients === 0) problems.push('nobody would get it');
    return { ...counted, problems, warnings, variables };
  }

  /** Returns the sender. @throws Refusal if there is none, or no provider carries its mail */
  async sender({ workspace_id, profile_id }: CampaignRow): Promise<CampaignSender> {
    const profile =
      profile_id === null
        ? await this.profiles.usableDefault(workspace_id)
        : await this.profiles.find(workspace_id, profile_id);
    if (!profile) return this.plainSender(workspace_id);
    const { fromName: name, fromEmail: email, replyTo: reply_to, integrationId: integration_id } = profile;
    return { name, email, reply_to, integration_id };
  }

  /** Returns the sources of the content, with those of its template for absent parts. @throws UnknownTemplateError */
  async content({ workspace_id, content, track_opens, track_clicks }: CampaignRow): Promise<ContentInput> {
    const { template, ...own } = content;
    const sources = template === undefined ? undefined : await this.templates.sourcesOf(workspace_id, template);
    const body = own.html || own.mjml || own.text ? own : { html: sources?.html, text: sources?.text };
    return {
      subject: own.subject ?? sources?.subject ?? '',
      html: body.html,
      mjml: own.mjml,
      text: own.text ?? body.text,
      trackOpens: track_opens,
      trackClicks: track_clicks,
    };
  }

  private async plainSender(workspaceId: number): Promise<CampaignSender> {
    const domain = await this.profiles.usableDomain(workspaceId);
    const { name } = await this.workspaces.find(workspaceId);
    return { name, email: `no-reply@${domain ?? 'unknown.invalid'}`, reply_to: null, integration_id: null };
  }

  private async checkParts(campaign: CampaignRow, problems: string[], warnings: string[]): Promise<void> {
    const { workspace_id, lists, segments, without_lists, without_segments, content } = campaign;
    if (lists.length + segments.length === 0) problems.push('it has no audience: choose lists or segments');
    else if (consentLists(campaign).length === 0)
      problems.push('its segments need a list that the mail belongs to, so that readers can unsubscribe from it');
    if (!content.subject && !content.template) problems.push('it has no subject');
    const parts = await this.campaigns.parts(workspace_id, lists, segments);
    for (const { name, is_archived, has_failed, is_building } of parts) {
      if (is_archived) problems.push(`“${name}” is archived`);
      if (has_failed) problems.push(`the segment “${name}” cannot be evaluated`);
      if (is_building) warnings.push(`The segment “${name}” is still being built: the numbers grow until it is`);
    }
    const without = await this.campaigns.parts(workspace_id, without_lists, without_segments);
    for (const { name, is_archived } of without)
      if (is_archived) warnings.push(`“${name}”, which is left out, is archived`);
  }

  /** Bulk mail is not counted by the day, so the free plan sends it through connected providers only. */
  private async checkLimit(campaign: CampaignRow, problems: string[], sender: CampaignSender): Promise<void> {
    const { workspace_id: workspaceId } = campaign;
    const { plan } = await this.workspaces.find(workspaceId);
    const [list = null] = consentLists(campaign);
    const { isLimited } = await this.emails.limitOf({ workspaceId, plan }, list, sender.email, sender.integration_id);
    if (isLimited) problems.push('the free plan sends campaigns through a provider of your own: connect one');
  }

  private async problemOf(problems: string[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      problems.push(withoutEnd(error.message));
    }
  }

  private async count(
    campaign: CampaignRow,
  ): Promise<Pick<CampaignCheck, 'matched' | 'recipients' | 'isExact' | 'excluded'>> {
    const end = performance.now() + LONGEST_MS;
    const excluded: Partial<Record<Exclusion, number>> = {};
    const seen = new Set<string>();
    let [matched, recipients, after] = [0, 0, NIL];
    const add = (reason: Exclusion, by: number) => {
      if (by > 0) excluded[reason] = (excluded[reason] ?? 0) + by;
    };
    for (;;) {
      const people = await this.audiences.slice(campaign, after, SLICE);
      const slice = sorted(people);
      matched += slice.matched;
      for (const [reason, by] of slice.excluded) add(reason, by);
      const suppressed = await this.recipients.suppressed(campaign.workspace_id, slice.wanted);
      add('suppressed', suppressed.size);
      for (const { person_id, key } of slice.wanted) {
        if (suppressed.has(person_id)) continue;
        if (seen.has(key)) add('duplicate_address', 1);
        else recipients++;
        seen.add(key);
      }
      const isOver = people.length < SLICE;
      if (isOver || performance.now() > end) return { matched, recipients, excluded, isExact: isOver };
      after = people.at(-1)?.person_id ?? after;
    }
  }
}
