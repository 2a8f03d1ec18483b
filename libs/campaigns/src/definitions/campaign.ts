import {
  DEFAULT_TEST,
  firstShowing,
  utmParameters,
  type Approval,
  type CampaignHalt,
  type CampaignState,
  type CampaignTest,
  type CampaignUtm,
  type FollowUp,
  type ConversionGoal,
  type GuardMemory,
  type JsonObject,
  type LocalStart,
  type SendWindow,
  type MessageChannel,
  type SmsSource,
  type TestDecision,
} from '@dundun/domain';

/** The sources of a campaign's content, as written; a template stands for the parts that are absent. */
export interface CampaignContent {
  subject?: string;
  html?: string;
  mjml?: string;
  text?: string;
  template?: string;
}

/** The decision of its test, and when it was made. */
export interface StoredDecision extends TestDecision {
  /** ISO 8601. */
  at: string;
}

/** Its sender, as fixed by the start. */
export interface CampaignSender {
  name: string;
  email: string;
  reply_to: string | null;
  integration_id: string | null;
}

/** Why and when it halted. */
export interface StoredHalt extends CampaignHalt {
  /** ISO 8601. */
  at: string;
}

/** A campaign as stored. */
export interface CampaignRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  name: string;
  /** What its messages are; never changes. */
  channel: MessageChannel;
  labels: string[];
  state: CampaignState;
  lists: string[];
  segments: string[];
  without_lists: string[];
  without_segments: string[];
  /** The list that mail to people of segments belongs to. */
  list_id: string | null;
  /** The recipients of another campaign as its audience, in place of lists and segments; its lists then say whose consent counts. */
  follows: FollowUp | null;
  profile_id: string | null;
  content: CampaignContent;
  /** What the variants after the first say instead. */
  variants: CampaignContent[];
  test: CampaignTest | null;
  /** Percent of recipients who get nothing, to compare with. */
  holdout: number;
  /** Values of variables that are the same for everybody. */
  data: JsonObject;
  /** Why everybody gets it, whatever they consented to; null for marketing. */
  transactional_reason: string | null;
  utm: CampaignUtm | null;
  /** What it is sent for; null if nothing is counted. */
  conversion: ConversionGoal | null;
  track_opens: boolean;
  track_clicks: boolean;
  per_minute: number | null;
  /** The start on the clock of each recipient; null if it starts for everybody at once. */
  local_start: LocalStart | null;
  /** When messages may leave; null for always. */
  send_window: SendWindow | null;
  /** The integration that carries its SMS, and their sender ID. */
  sms_source: SmsSource | null;
  sms_from: string | null;
  /** Segments of SMS at most; it halts before it takes more. */
  most_sms_segments: number | null;
  /** Segments of the SMS that it has made. */
  sms_segments: number;
  content_id: string | null;
  /** The contents of all variants. */
  content_ids: string[] | null;
  /** The contents of each variant by language; null for one in a single language. */
  content_languages: (Record<string, string> | null)[] | null;
  /** Null for SMS. */
  sender: CampaignSender | null;
  start_at: Date | null;
  /** When somebody pressed Start. */
  scheduled_at: Date | null;
  started_by: string | null;
  frozen_after: string | null;
  frozen_at: Date | null;
  fed_at: Date | null;
  is_broadcast_counted: boolean;
  /** Whether its version may start, where the workspace requires approval. */
  approval: Approval | null;
  /** Set while it is halted. */
  halt: StoredHalt | null;
  guard: GuardMemory | null;
  /** When the last message of the test was handed over. */
  test_ended_at: Date | null;
  decision: StoredDecision | null;
  ended_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const CAMPAIGN_COLUMNS = `workspace_id, id, name, channel, labels, state, lists, segments, without_lists, without_segments,
  list_id, follows, profile_id, content, track_opens, track_clicks, per_minute, local_start, send_window, sms_source, sms_from, most_sms_segments,
  sms_segments, content_id, sender, start_at, scheduled_at, started_by,
  frozen_after, frozen_at, fed_at, is_broadcast_counted, halt, guard, variants, test, holdout, data, utm, conversion, approval, transactional_reason,
  content_ids, content_languages, test_ended_at, decision, ended_at, created_at, updated_at`;

/** What a draft decides. */
export type CampaignFields = Pick<
  CampaignRow,
  | 'name'
  | 'channel'
  | 'labels'
  | 'lists'
  | 'segments'
  | 'without_lists'
  | 'without_segments'
  | 'list_id'
  | 'profile_id'
  | 'content'
  | 'variants'
  | 'test'
  | 'holdout'
  | 'data'
  | 'transactional_reason'
  | 'utm'
  | 'conversion'
  | 'track_opens'
  | 'track_clicks'
  | 'per_minute'
  | 'local_start'
  | 'send_window'
  | 'sms_source'
  | 'sms_from'
  | 'most_sms_segments'
>;

/** A draft of which nothing is decided. */
export const EMPTY_CAMPAIGN: Omit<CampaignFields, 'name' | 'channel'> = {
  labels: [],
  lists: [],
  segments: [],
  without_lists: [],
  without_segments: [],
  list_id: null,
  profile_id: null,
  content: {},
  track_opens: true,
  track_clicks: true,
  per_minute: null,
  sms_source: null,
  sms_from: null,
  most_sms_segments: null,
  variants: [],
  test: null,
  holdout: 0,
  local_start: null,
  send_window: null,
  data: {},
  transactional_reason: null,
  utm: null,
  conversion: null,
};

/** Returns a draft as it is before anything has happened to it. */
export function draftOf(workspace_id: number, id: string, fields: CampaignFields): CampaignRow {
  const now = new Date();
  return {
    ...fields,
    ...{
      workspace_id,
      id,
      state: 'draft',
      created_at: now,
      updated_at: now,
      sms_segments: 0,
      is_broadcast_counted: false,
    },
    ...{ content_id: null, content_ids: null, content_languages: null },
    ...{ sender: null, start_at: null, scheduled_at: null, started_by: null },
    ...{ frozen_after: null, frozen_at: null, fed_at: null, test_ended_at: null, ended_at: null },
    ...{ follows: null, approval: null, halt: null, guard: null, decision: null },
  };
}

/** Which campaigns a listing shows. */
export interface CampaignFilter {
  /** Part of the name, the subject or a label. */
  q?: string;
  state?: string;
}

/** Who is asked for, who is left out, and under which lists mail may go out. */
export interface Audience {
  workspace_id: number;
  /** Whose consent counts, and which address. */
  channel: MessageChannel;
  lists: string[];
  segments: string[];
  without_lists: string[];
  without_segments: string[];
  list_id: string | null;
  follows: FollowUp | null;
}

/** Returns the lists whose subscribers may be written to, in the order in which they are tried. */
export const consentLists = ({ lists, list_id }: Audience): string[] => [
  ...new Set([...lists, ...(list_id === null ? [] : [list_id])]),
];

/** Returns what is added to the links of a campaign. */
export const linkParametersOf = ({ utm }: Pick<CampaignRow, 'utm'>) =>
  utm ? { values: utmParameters(utm), except: utm.except ?? [] } : undefined;

/** Whether it reaches people whatever they consented to. */
export const isTransactional = ({
  transactional_reason: reason,
}: Partial<Pick<CampaignRow, 'transactional_reason'>>): boolean => typeof reason === 'string';

/** Returns the number of variants. */
export const variantsOf = ({ variants }: Pick<CampaignRow, 'variants'>): number => variants.length + 1;

/** Whether part of the audience waits for the decision of a test. */
export const isUndecided = ({ variants, test, decision }: CampaignRow): boolean =>
  variants.length > 0 && (test ?? DEFAULT_TEST).percent < 100 && decision === null;

/** A start can be taken back until then, because nothing has left. */
export const UNDO_MS = 60_000;

/** Returns when a campaign starts that is started now: as soon as it cannot be taken back, or when the first clock shows its time. */
export function startOf({ local_start: local }: Pick<CampaignRow, 'local_start'>, now = Date.now()): Date {
  return new Date(Math.max(now + UNDO_MS, local ? firstShowing(local.at).getTime() : 0));
}
