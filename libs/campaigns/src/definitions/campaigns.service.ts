import { Inject, Injectable } from '@nestjs/common';
import type { CampaignUtmBody, CreateCampaignBody, UpdateCampaignBody } from '@dundun/contracts';
import {
  CampaignChangedError,
  CampaignStateError,
  DEFAULT_TEST,
  EmptyUpdateError,
  InvalidInputError,
  isEditable,
  readConversionGoal,
  UnknownCampaignError,
  utf8Bytes,
  UTM_NAMES,
  type CampaignUtm,
  type FieldFault,
} from '@dundun/domain';
import { checkOwner } from '@dundun/accounts';
import { SendingProfiles } from '@dundun/messaging';
import { Database, newId, type Page, type PageRequest } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import {
  EMPTY_CAMPAIGN,
  draftOf,
  isTransactional,
  type CampaignContent,
  type CampaignFields,
  type CampaignFilter,
  type CampaignRow,
} from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { timeFaults } from './time-faults.js';

const LONGEST_PART = 1_000_000;
const LONGEST_DATA = 10_000;
const LIQUID = /\{[{%]/;
const PARTS = ['subject', 'html', 'mjml', 'text', 'template'] as const;
/** What may still change while messages leave. */
const LATE = ['name', 'labels', 'per_minute', 'most_sms_segments'];

/** Whoever writes a draft. */
type Author = Pick<Caller, 'role'>;

/** Creates, changes and deletes campaigns that have not started. */
@Injectable()
export class Campaigns {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
  ) {}

  /** @throws InvalidInputError, RoleNeededError */
  async create(workspaceId: number, body: CreateCampaignBody, by: Author = {}): Promise<CampaignRow> {
    const draft = await this.drafted(workspaceId, body, by);
    await this.repository.insert(workspaceId, draft.id, draft);
    return this.get(workspaceId, draft.id);
  }

  /** Returns a draft that is not stored. @throws InvalidInputError, RoleNeededError */
  async drafted(workspaceId: number, body: CreateCampaignBody, by: Author = {}): Promise<CampaignRow> {
    const fields = changed({ ...EMPTY_CAMPAIGN, name: body.name, channel: body.channel ?? 'email' }, body);
    checkReason(EMPTY_CAMPAIGN, fields, by);
    await this.check(workspaceId, fields);
    return draftOf(workspaceId, newId(), fields);
  }

  /** @throws UnknownCampaignError */
  async get(workspaceId: number, id: string): Promise<CampaignRow> {
    const row = validate(id) ? await this.repository.find(workspaceId, id.toLowerCase()) : undefined;
    if (!row) throw new UnknownCampaignError();
    return row;
  }

  page(workspaceId: number, page: PageRequest, filter: CampaignFilter = {}): Promise<Page<CampaignRow>> {
    return this.repository.page(workspaceId, page, filter);
  }

  /**
   * Changes the given fields.
   * @throws UnknownCampaignError, EmptyUpdateError, CampaignStateError, CampaignChangedError, InvalidInputError, RoleNeededError
   */
  async update(
    workspaceId: number,
    id: string,
    { base_updated_at: base, ...body }: UpdateCampaignBody,
    by: Author = {},
  ): Promise<CampaignRow> {
    const given = Object.keys(body).filter((key) => body[key as keyof typeof body] !== undefined);
    if (given.length === 0) throw new EmptyUpdateError();
    return this.locked(workspaceId, id, async (campaign) => {
      if (!isEditable(campaign.state) && !given.every((key) => LATE.includes(key)))
        throw new CampaignStateError(campaign.state, 'edit');
      // Its content was fixed by the start, and would not follow.
      if (campaign.state === 'scheduled' && !given.every((key) => LATE.includes(key)))
        throw new CampaignStateError(campaign.state, 'edit');
      if (base !== undefined && base.getTime() !== campaign.updated_at.getTime()) throw new CampaignChangedError();
      const fields = changed(campaign, body);
      checkReason(campaign, fields, by);
      await this.check(workspaceId, fields);
      await this.repository.update(workspaceId, campaign.id, fields);
      return this.get(workspaceId, campaign.id);
    });
  }

  /** Deletes a draft. @throws UnknownCampaignError, CampaignStateError */
  async remove(workspaceId: number, id: string): Promise<void> {
    await this.locked(workspaceId, id, async (campaign) => {
      if (campaign.state !== 'draft') throw new CampaignStateError(campaign.state, 'delete');
      await this.repository.delete(workspaceId, campaign.id);
    });
  }

  /** Returns a new draft with the audience and content of a campaign; it is marketing. @throws UnknownCampaignError */
  async duplicate(workspaceId: number, id: string): Promise<CampaignRow> {
    const campaign = await this.get(workspaceId, id);
    const copy = newId();
    const name = `${campaign.name.slice(0, 93)} (copy)`;
    return this.database.transaction(async () => {
      await this.repository.insert(workspaceId, copy, { ...campaign, name, transactional_reason: null });
      if (campaign.follows) await this.repository.follow(workspaceId, copy, campaign.follows);
      return this.get(workspaceId, copy);
    });
  }

  /** Does work with a campaign that nobody else changes meanwhile. @throws UnknownCampaignError */
  async locked<T>(workspaceId: number, id: string, work: (campaign: CampaignRow) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      const campaign = validate(id) ? await this.repository.lock(workspaceId, id.toLowerCase()) : undefined;
      if (!campaign) throw new UnknownCampaignError();
      return work(campaign);
    });
  }

  private async check(workspaceId: number, fields: CampaignFields): Promise<void> {
    const { lists, segments, without_lists, without_segments, list_id, profile_id, content } = fields;
    const faults: FieldFault[] = [];
    const asked = { lists, segments, without_lists, without_segments, list: list_id === null ? [] : [list_id] };
    for (const [field, ids] of Object.entries(asked)) {
      if (!ids.every((each) => validate(each))) faults.push({ field, message: 'must be ids' });
    }
    if (content.html && content.mjml)
      faults.push({ field: 'html', message: 'must not be given together with mjml, from which it is made' });
    faults.push(
      ...variantFaults(fields.variants),
      ...timeFaults(fields),
      ...dataFaults(fields),
      ...reasonFaults(fields),
      ...channelFaults(fields),
    );
    if (faults.length > 0) throw new InvalidInputError(faults);
    const known = await this.repository.parts(
      workspaceId,
      [...lists, ...without_lists, ...asked.list],
      [...segments, ...without_segments],
    );
    const isKnown = (each: string) => known.some((one) => one.id === each.toLowerCase());
    for (const [field, ids] of Object.entries(asked)) {
      const missing = ids.find((each) => !isKnown(each));
      if (missing !== undefined) faults.push({ field, message: `names ${missing}, which does not exist` });
    }
    if (faults.length > 0) throw new InvalidInputError(faults);
    if (profile_id !== null) await this.profiles.find(workspaceId, profile_id);
  }
}

/** Only an owner says that everybody gets a campaign, and why. @throws RoleNeededError */
function checkReason(
  before: Pick<CampaignFields, 'transactional_reason'>,
  after: Pick<CampaignFields, 'transactional_reason'>,
  by: Author,
): void {
  const isNew = after.transactional_reason !== before.transactional_reason;
  if (isNew && isTransactional(after)) checkOwner(by);
}

/** Returns the fields after a change. */
function changed(before: CampaignFields, body: UpdateCampaignBody): CampaignFields {
  const content: CampaignContent = { ...before.content };
  for (const part of PARTS) {
    const given = body[part];
    if (given === undefined) continue;
    if (given === null || given === '') delete content[part];
    else content[part] = given;
  }
  const of = <Key extends keyof CampaignFields>(key: Key, value: CampaignFields[Key] | undefined) =>
    value === undefined ? before[key] : value;
  return {
    name: of('name', body.name),
    channel: before.channel,
    labels: of('labels', body.labels),
    lists: of('lists', body.lists),
    segments: of('segments', body.segments),
    without_lists: of('without_lists', body.without_lists),
    without_segments: of('without_segments', body.without_segments),
    list_id: of('list_id', body.list),
    profile_id: of('profile_id', body.profile),
    content,
    track_opens: before.channel === 'email' && of('track_opens', body.track_opens),
    track_clicks: of('track_clicks', body.track_clicks),
    per_minute: of('per_minute', body.per_minute),
    sms_source: of('sms_source', body.sms_source),
    sms_from: of('sms_from', body.sms_from),
    most_sms_segments: of('most_sms_segments', body.most_sms_segments),
    variants: of('variants', body.variants === null ? [] : (body.variants as CampaignContent[] | undefined)),
    test: body.test ? { ...DEFAULT_TEST, ...before.test, ...known(body.test) } : of('test', body.test),
    holdout: of('holdout', body.holdout_percent),
    local_start: of('local_start', body.local_start),
    send_window: of('send_window', body.window),
    data: of('data', body.data),
    transactional_reason: of('transactional_reason', body.transactional_reason),
    utm: body.utm ? utmOf(body.utm) : of('utm', body.utm),
    conversion: body.conversion ? readConversionGoal(body.conversion, 'conversion') : of('conversion', body.conversion),
  };
}

const known = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Returns the parameters that have a value. */
const utmOf = (given: CampaignUtmBody): CampaignUtm =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** Data is stored with each message, and links are the same in all of them. */
function dataFaults({ data, utm }: Pick<CampaignFields, 'data' | 'utm'>): FieldFault[] {
  const isLong = utf8Bytes(JSON.stringify(data)) > LONGEST_DATA;
  return [
    ...(isLong ? [{ field: 'data', message: `must have at most ${LONGEST_DATA} bytes` }] : []),
    ...UTM_NAMES.filter((name) => LIQUID.test(utm?.[name] ?? '')).map((name) => {
      return { field: `utm.${name}`, message: 'must be plain text' };
    }),
  ];
}

const reasonFaults = ({ transactional_reason: reason }: Pick<CampaignFields, 'transactional_reason'>): FieldFault[] =>
  reason?.trim() === '' ? [{ field: 'transactional_reason', message: 'must say why everybody has to get it' }] : [];

const OF_MAIL = ['subject', 'html', 'mjml'] as const;
const OF_SMS = ['sms_source', 'sms_from', 'most_sms_segments'] as const;

/** An SMS is one text; what is about SMS alone has no place in mail. */
function channelFaults(fields: CampaignFields): FieldFault[] {
  if (fields.channel === 'email')
    return OF_SMS.filter((field) => fields[field] !== null).map((field) => ({
      field,
      message: 'is for campaigns by SMS',
    }));
  const all = [{ path: '', content: fields.content }].concat(
    fields.variants.map((content, index) => ({ path: `variants[${index}].`, content })),
  );
  const isOpens = fields.test?.metric === 'opens';
  return [
    ...all.flatMap(({ path, content }) =>
      OF_MAIL.filter((part) => content[part] !== undefined).map((part) => ({
        field: `${path}${part}`,
        message: 'is for mail: an SMS is a text',
      })),
    ),
    ...(fields.profile_id === null ? [] : [{ field: 'profile', message: 'is for mail: an SMS has sms_from' }]),
    ...(fields.transactional_reason === null ? [] : [{ field: 'transactional_reason', message: 'is for mail' }]),
    ...(fields.utm === null ? [] : [{ field: 'utm', message: 'is for mail: an SMS has short links' }]),
    ...(isOpens ? [{ field: 'test.metric', message: 'must be clicks: SMS have no opens' }] : []),
  ];
}

/** Each variant says at least one part differently, and each part is a text. */
const variantFaults = (variants: readonly CampaignContent[]): FieldFault[] =>
  variants.flatMap((variant, index) => {
    const field = `variants[${index}]`;
    const entries = Object.entries(variant);
    if (entries.length === 0) return [{ field, message: `must have one of ${PARTS.join(', ')}` }];
    const wrong = entries.find(
      ([part, value]) =>
        !PARTS.some((each) => each === part) ||
        typeof value !== 'string' ||
        value === '' ||
        value.length > LONGEST_PART,
    );
    if (wrong) return [{ field, message: `must have texts under ${PARTS.join(', ')}, and nothing else` }];
    if (variant.html && variant.mjml)
      return [{ field, message: 'must not have html together with mjml, from which it is made' }];
    return [];
  });
