import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import {
  DEFAULT_TEST,
  isAboutOpens,
  isOver,
  TEST_ENOUGH,
  type CampaignFinding,
  type CampaignFindingCode,
  type Exclusion,
  type FollowUp,
} from '@dundun/domain';
import { Contents, partsByLanguage, SendingProfiles, Templates, type ContentInput } from '@dundun/messaging';
import { Audiences, NIL } from '../audience/audience.repository.js';
import { CampaignReadiness, findingOf } from './campaign-readiness.service.js';
import {
  consentLists,
  linkParametersOf,
  startOf,
  variantsOf,
  type CampaignRow,
  type CampaignSender,
} from '../definitions/campaign.js';
import { CampaignHours } from '../definitions/campaign-hours.js';
import { CampaignsRepository, type AudiencePart } from '../definitions/campaigns.repository.js';
import { variantContent } from '../definitions/variant-content.js';
import { sorted } from '../audience/candidates.js';
import { identityFindings } from './identity-findings.js';
import { LanguageCounts, languageFindings, localized, type LanguageCount } from './content-languages.js';
import { missingValues, variablesOf } from '../audience/reader.js';
import { SmsPlaces } from './sms-places.js';
import { timeProblems } from './time-problems.js';
import { Warmings } from './warming.service.js';
import { ZoneCounts, type ZoneCount } from './zone-counts.js';
import { Turns } from '../audience/turns.js';
import { Sample } from './sample.js';
import { SmsChecks, type SmsEstimate } from './sms-checks.service.js';
import { Recipients } from '../audience/recipients.repository.js';

const SLICE = 10_000;
const EARLY_MS = 48 * 3_600_000;
/** A check answers while somebody waits for it. */
const LONGEST_MS = 2_000;

/** What a start would do. */
export interface CampaignCheck {
  matched: number;
  recipients: number;
  isExact: boolean;
  excluded: Partial<Record<Exclusion, number>>;
  problems: CampaignFinding[];
  warnings: CampaignFinding[];
  variables: string[];
  /** Empty without a local start. */
  zones: ZoneCount[];
  /** Empty for a content in one language. */
  languages: LanguageCount[];
  /** Null for mail. */
  sms: SmsEstimate | null;
}

/** What a campaign sends. */
export interface CampaignSources {
  /** By variant. */
  contents: ContentInput[];
  /** Null for SMS. */
  sender: CampaignSender | null;
}

/** Says what a start would do, and what keeps a campaign from starting. Stores nothing. */
@Injectable()
export class CampaignChecks {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(Audiences) private readonly audiences: Audiences,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
    @Inject(CampaignReadiness) private readonly readiness: CampaignReadiness,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(SmsChecks) private readonly texts: SmsChecks,
    @Inject(Warmings) private readonly warmings: Warmings,
  ) {}

  async check(campaign: CampaignRow): Promise<CampaignCheck> {
    const problems = await this.partProblems(campaign);
    problems.push(...(await this.found(() => this.routeProblems(campaign))));
    let variables: string[] = [];
    let required: string[] = [];
    const contents: ContentInput[] = [];
    problems.push(
      ...(await this.found(async () => {
        for (let variant = 0; variant < variantsOf(campaign); variant++) {
          const content = await this.content(campaign, variant);
          contents.push(content);
          const checked = await this.contents.check(campaign.workspace_id, content);
          variables = [...new Set([...variables, ...checked.variables])].sort();
          required = [...new Set([...required, ...checked.required])];
        }
        return [];
      })),
    );
    problems.push(...languageFindings(campaign, contents));
    const workspace = await this.workspaces.find(campaign.workspace_id);
    const { timeZone: workspaceZone, smsQuietHours, emailQuietHours } = workspace;
    const quiet = campaign.channel === 'sms' ? smsQuietHours : emailQuietHours;
    problems.push(...timeProblems(campaign, { workspaceZone, quiet }));
    const languages = new LanguageCounts(contents[0], campaign.data);
    const { sample, places, clocks, ...counted } = await this.count(campaign, workspaceZone, languages);
    if (counted.recipients === 0) problems.push(finding('nobody', 'nobody would get it'));
    problems.push(...(await this.missing(campaign, required, sample)));
    const warnings = [...(await this.warnings(campaign)), ...testWarnings(campaign, counted.recipients)];
    warnings.push(...(await this.warmingUp(campaign, counted.recipients)));
    if (campaign.channel === 'email') {
      warnings.push(...identityFindings(workspace, variables));
      this.hours(problems, warnings, clocks, new CampaignHours(campaign, workspace));
      return { ...counted, problems, warnings, variables, sms: null };
    }
    const texts = await this.textsOf(campaign);
    const readers = sample.length > 0 ? await this.audiences.readers(campaign.workspace_id, sample) : [];
    const filled = readers.map((reader) => ({ ...variablesOf(reader), ...campaign.data }));
    const { faults, ...estimate } = await this.texts.estimate(campaign, texts, filled, counted.recipients);
    const isMissing = problems.some(({ code }) => code === 'variable_missing');
    problems.push(...this.texts.problems(campaign, texts, variables, { ...estimate, faults: isMissing ? [] : faults }));
    warnings.push(...this.texts.warnings(campaign, estimate));
    this.hours(problems, warnings, places, new CampaignHours(campaign, workspace));
    return { ...counted, problems, warnings, variables, sms: { ...estimate, countries: places.countries() } };
  }

  /** Says for whom no hour is open, unless that is said of everybody already. */
  private hours(
    problems: CampaignFinding[],
    warnings: CampaignFinding[],
    people: SmsPlaces | ZoneCounts,
    hours: CampaignHours,
  ): void {
    if (problems.some(({ code }) => code === 'never_open')) return;
    const found = people.findings(hours);
    problems.push(...found.problems);
    warnings.push(...found.warnings);
  }

  /** Returns the texts of the variants that have one; a template that does not exist is a finding of its own. */
  private async textsOf(campaign: CampaignRow): Promise<string[]> {
    const texts: string[] = [];
    await this.found(async () => {
      for (let variant = 0; variant < variantsOf(campaign); variant++)
        for (const { text = '' } of partsByLanguage(await this.content(campaign, variant)).values()) texts.push(text);
      return [];
    });
    return texts.filter((text) => text !== '');
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

  /** Returns the sources of a variant, with those of its template for absent parts. @throws UnknownTemplateError */
  async content(
    { workspace_id, channel, content, variants, track_opens, track_clicks, utm }: CampaignRow,
    variant = 0,
  ): Promise<ContentInput> {
    const { template, ...own } = variantContent(content, variants[variant - 1]);
    const sources =
      template === undefined ? undefined : await this.templates.localizedSourcesOf(workspace_id, template);
    const isOwn = Boolean(own.html || own.mjml || own.text);
    const languages = sources && !isOwn ? localized(sources, own.subject, channel) : {};
    if (channel === 'sms')
      return { subject: '', text: own.text ?? sources?.text, ...languages, trackClicks: track_clicks };
    const body = own.html || own.mjml || own.text ? own : { html: sources?.html, text: sources?.text };
    return {
      subject: own.subject ?? sources?.subject ?? '',
      html: body.html,
      mjml: own.mjml,
      text: own.text ?? body.text,
      trackOpens: track_opens,
      trackClicks: track_clicks,
      linkParameters: linkParametersOf({ utm }),
      ...languages,
    };
  }

  /** Returns what would be sent now, and by whom, read once. @throws Refusal */
  async sources(campaign: CampaignRow): Promise<CampaignSources> {
    const contents: ContentInput[] = [];
    for (let variant = 0; variant < variantsOf(campaign); variant++)
      contents.push(await this.content(campaign, variant));
    return { contents, sender: campaign.channel === 'email' ? await this.sender(campaign) : null };
  }

  private async plainSender(workspaceId: number): Promise<CampaignSender> {
    const domain = await this.profiles.usableDomain(workspaceId);
    const { name } = await this.workspaces.find(workspaceId);
    return { name, email: `no-reply@${domain ?? 'unknown.invalid'}`, reply_to: null, integration_id: null };
  }

  private async partProblems(campaign: CampaignRow): Promise<CampaignFinding[]> {
    const { workspace_id, channel, lists, segments, list_id, content } = campaign;
    const problems: CampaignFinding[] = [];
    if (campaign.follows) problems.push(...(await this.followed(campaign, campaign.follows)));
    else if (lists.length + segments.length === 0)
      problems.push(finding('no_audience', 'it has no audience: choose lists or segments'));
    else if (consentLists(campaign).length === 0)
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

  private async warnings(campaign: CampaignRow): Promise<CampaignFinding[]> {
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

  /** A sender that is missing is a problem of its own. */
  private async warmingUp(campaign: CampaignRow, recipients: number): Promise<CampaignFinding[]> {
    if (campaign.channel === 'sms') return [];
    const sender = await this.sender(campaign).catch(() => null);
    const warming = sender && (await this.warmings.of(campaign.workspace_id, sender, recipients));
    if (!warming || warming.days === 1) return [];
    const message = `the domain ${warming.domain} is warming up: it takes about ${warming.days} days, and those most engaged get it first`;
    return [finding('warming_up', message)];
  }

  private async routeProblems(campaign: CampaignRow): Promise<CampaignFinding[]> {
    const sender = campaign.channel === 'email' ? await this.sender(campaign) : null;
    const problem = await this.readiness.routeProblem(campaign, sender);
    return problem ? [problem] : [];
  }

  /** Looks for variables without a default that some of the audience have no value for: their mail could not be written. */
  private async missing(
    { workspace_id, data }: CampaignRow,
    required: readonly string[],
    sample: readonly string[],
  ): Promise<CampaignFinding[]> {
    if (required.length === 0 || sample.length === 0) return [];
    const readers = await this.audiences.readers(workspace_id, sample);
    return missingValues(required, readers, data).map(({ name, count }) => {
      const looked = `${count} of ${readers.length} recipients looked at have no value for {{ ${name} }}`;
      const way = `write {{ ${name} | default: "…" }}, or leave these people out`;
      return finding('variable_missing', `${looked}, which has no default: ${way}`);
    });
  }

  /** Returns what work finds; a refusal is a finding, too. */
  private async found(work: () => Promise<CampaignFinding[]>): Promise<CampaignFinding[]> {
    try {
      return await work();
    } catch (error) {
      return [findingOf(error)];
    }
  }

  private async count(
    campaign: CampaignRow,
    workspaceZone: string,
    languages: LanguageCounts,
  ): Promise<
    Pick<CampaignCheck, 'matched' | 'recipients' | 'isExact' | 'excluded' | 'zones' | 'languages'> & {
      sample: string[];
      places: SmsPlaces;
      clocks: ZoneCounts;
    }
  > {
    const turns = new Turns(workspaceZone, campaign.local_start, campaign.start_at ?? startOf(campaign));
    const zones = new ZoneCounts(workspaceZone, turns);
    const end = performance.now() + LONGEST_MS;
    const excluded: Partial<Record<Exclusion, number>> = {};
    const seen = new Set<string>();
    const sample = new Sample();
    const places = new SmsPlaces();
    let [matched, recipients, after] = [0, 0, NIL];
    const add = (reason: Exclusion, by: number) => {
      if (by > 0) excluded[reason] = (excluded[reason] ?? 0) + by;
    };
    for (;;) {
      const people = await this.audiences.slice(campaign, after, SLICE);
      const slice = sorted(people, campaign.channel, turns);
      matched += slice.matched;
      for (const [reason, by] of slice.excluded) add(reason, by);
      for (const [zone, by] of slice.late) zones.add(zone, by);
      const suppressed = await this.recipients.suppressed(campaign.workspace_id, slice.wanted);
      add('suppressed', suppressed.size);
      const reached: string[] = [];
      for (const { person_id, key, zone } of slice.wanted) {
        if (suppressed.has(person_id)) continue;
        if (seen.has(key)) add('duplicate_address', 1);
        else {
          recipients++;
          reached.push(person_id);
          zones.add(zone);
          if (campaign.channel === 'sms') places.add(key, zone);
          sample.add(person_id);
        }
        seen.add(key);
      }
      if (languages.areSeveral) languages.add(await this.audiences.languages(campaign.workspace_id, reached));
      const isOver = people.length < SLICE;
      if (isOver || performance.now() > end)
        return {
          matched,
          recipients,
          excluded,
          places,
          clocks: zones,
          isExact: isOver,
          sample: sample.people(),
          zones: campaign.local_start ? zones.all() : [],
          languages: languages.all(),
        };
      after = people.at(-1)?.person_id ?? after;
    }
  }
}

const finding = (code: CampaignFindingCode, message: string): CampaignFinding => ({ code, message });

function partProblems({ kind, name, is_archived, has_failed }: AudiencePart): CampaignFinding[] {
  const problems: CampaignFinding[] = [];
  if (is_archived)
    problems.push(finding(kind === 'list' ? 'list_archived' : 'segment_archived', `“${name}” is archived`));
  if (has_failed) problems.push(finding('segment_failed', `the segment “${name}” cannot be evaluated`));
  return problems;
}

function testWarnings(campaign: CampaignRow, recipients: number): CampaignFinding[] {
  const { percent } = campaign.test ?? DEFAULT_TEST;
  const variants = variantsOf(campaign);
  const each = Math.floor((recipients * (1 - campaign.holdout / 100) * percent) / 100 / variants);
  if (variants === 1 || percent === 100 || each >= TEST_ENOUGH) return [];
  const message = `about ${each} people get each variant of the test, and below ${TEST_ENOUGH} nothing is decided by it`;
  return [finding('test_small', message)];
}
