import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { DEFAULT_TEST, TEST_ENOUGH, type CampaignFinding } from '@dundun/domain';
import { Contents, partsByLanguage, type ContentInput } from '@dundun/messaging';
import { Audiences } from '../audience/audience.repository.js';
import { missingValues, variablesOf } from '../audience/reader.js';
import { isTransactional, variantsOf, type CampaignRow } from '../definitions/campaign.js';
import { CampaignHours } from '../definitions/campaign-hours.js';
import { AudienceCounts, type AudienceCount } from './audience-counts.service.js';
import { AudienceFindings } from './audience-findings.service.js';
import { CampaignReadiness, finding, findingOf } from './campaign-readiness.service.js';
import { CampaignSources } from './campaign-sources.service.js';
import { LanguageCounts, languageFindings } from './content-languages.js';
import { footerWarnings, identityProblems } from './identity-findings.js';
import { SmsChecks, type SmsEstimate } from './sms-checks.service.js';
import type { SmsPlaces } from './sms-places.js';
import { timeProblems } from './time-problems.js';
import { transactionalProblems, transactionalWarnings } from './transactional-findings.js';
import { Warmings } from './warming.service.js';
import type { ZoneCounts } from './zone-counts.js';

/** What a start would do. */
export interface CampaignCheck extends Omit<AudienceCount, 'sample' | 'places' | 'clocks'> {
  problems: CampaignFinding[];
  warnings: CampaignFinding[];
  variables: string[];
  /** Null for mail. */
  sms: SmsEstimate | null;
}

/** Says what a start would do, and what keeps a campaign from starting. Stores nothing. */
@Injectable()
export class CampaignChecks {
  constructor(
    @Inject(Audiences) private readonly audiences: Audiences,
    @Inject(AudienceCounts) private readonly counts: AudienceCounts,
    @Inject(AudienceFindings) private readonly parts: AudienceFindings,
    @Inject(CampaignSources) private readonly sources: CampaignSources,
    @Inject(CampaignReadiness) private readonly readiness: CampaignReadiness,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(SmsChecks) private readonly texts: SmsChecks,
    @Inject(Warmings) private readonly warmings: Warmings,
  ) {}

  async check(campaign: CampaignRow): Promise<CampaignCheck> {
    const problems = await this.parts.problems(campaign);
    problems.push(...(await this.found(() => this.routeProblems(campaign))));
    let variables: string[] = [];
    let required: string[] = [];
    const [written, contents]: [ContentInput[], ContentInput[]] = [[], []];
    problems.push(
      ...(await this.found(async () => {
        for (let variant = 0; variant < variantsOf(campaign); variant++) {
          const content = await this.sources.content(campaign, variant);
          written.push(await this.sources.written(campaign, variant));
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
    const ofMail = isTransactional(campaign) ? null : emailQuietHours;
    const quiet = campaign.channel === 'sms' ? smsQuietHours : ofMail;
    problems.push(...timeProblems(campaign, { workspaceZone, quiet }));
    const languages = new LanguageCounts(contents[0], campaign.data);
    const { sample, places, clocks, ...counted } = await this.counts.count(campaign, workspaceZone, languages);
    if (counted.recipients === 0) problems.push(finding('nobody', 'nobody would get it'));
    problems.push(...(await this.missing(campaign, required, sample)));
    const warnings = [...(await this.parts.warnings(campaign)), ...testWarnings(campaign, counted.recipients)];
    warnings.push(...(await this.warmingUp(campaign, counted.recipients)));
    if (campaign.channel === 'email') {
      if (campaign.transactional_reason === null) {
        problems.push(...identityProblems(workspace));
        warnings.push(...footerWarnings(written));
      } else {
        problems.push(...transactionalProblems(variables));
        warnings.push(...transactionalWarnings(campaign.transactional_reason, counted));
      }
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
        for (const { text = '' } of partsByLanguage(await this.sources.content(campaign, variant)).values())
          texts.push(text);
      return [];
    });
    return texts.filter((text) => text !== '');
  }

  /** A sender that is missing is a problem of its own. */
  private async warmingUp(campaign: CampaignRow, recipients: number): Promise<CampaignFinding[]> {
    if (campaign.channel === 'sms') return [];
    const sender = await this.sources.sender(campaign).catch(() => null);
    const warming = sender && (await this.warmings.of(campaign.workspace_id, sender, recipients));
    if (!warming || warming.days === 1) return [];
    const message = `the domain ${warming.domain} is warming up: it takes about ${warming.days} days, and those most engaged get it first`;
    return [finding('warming_up', message)];
  }

  private async routeProblems(campaign: CampaignRow): Promise<CampaignFinding[]> {
    const sender = campaign.channel === 'email' ? await this.sources.sender(campaign) : null;
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
      const have = count === 1 ? 'has' : 'have';
      const looked = `${count} of ${readers.length} recipients looked at ${have} no value for {{ ${name} }}`;
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
}

function testWarnings(campaign: CampaignRow, recipients: number): CampaignFinding[] {
  const { percent } = campaign.test ?? DEFAULT_TEST;
  const variants = variantsOf(campaign);
  const each = Math.floor((recipients * (1 - campaign.holdout / 100) * percent) / 100 / variants);
  if (variants === 1 || percent === 100 || each >= TEST_ENOUGH) return [];
  const message = `about ${each} ${each === 1 ? 'person gets' : 'people get'} each variant of the test, and below ${TEST_ENOUGH} nothing is decided by it`;
  return [finding('test_small', message)];
}
