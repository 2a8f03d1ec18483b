import { z } from 'zod';

/**
 * Shapes of what the API answers. They tell the model what to expect and never refuse an answer: fields may be missing, null or
 * more than named, so that a newer service works with an older server.
 */
const text = (description: string) => z.string().nullable().optional().describe(description);
const number = (description: string) => z.number().nullable().optional().describe(description);
const texts = (description: string) => z.array(z.string()).nullable().optional().describe(description);
const object = (description: string) => z.record(z.string(), z.unknown()).nullable().optional().describe(description);
const rows = (description: string) => z.array(z.looseObject({})).nullable().optional().describe(description);

export const PERSON = z.looseObject({
  uid: text('The identifier, for other tools.'),
  email: text('The email address.'),
  number: text('The phone number, digits only.'),
  first_name: text('The first name.'),
  last_name: text('The last name.'),
  archived: z.boolean().optional().describe('Whether the person is archived.'),
  lists: z.array(z.unknown()).optional().describe('The lists, with the status there.'),
  accounts: z.array(z.unknown()).optional().describe('The customer accounts that the person belongs to.'),
  devices: z.array(z.unknown()).optional().describe('The devices with push tokens.'),
  meta: object('The attributes.'),
  created_at: text('When the person became known.'),
  last_interaction: text('When the person last did something.'),
});

export const EVENT = z.looseObject({
  event: text('The name of the event.'),
  value: z.unknown().optional().describe('A number, text or boolean.'),
  properties: object('The properties.'),
  timestamp: text('When it happened.'),
  received_at: text('When it was received.'),
});

export const LIST = z.looseObject({
  id: text('The id, for list_members and send_email.'),
  title: text('The title.'),
  description: text('The description.'),
  subscriber_count: number('How many people are subscribed.'),
  broadcast_count: number('How many campaigns were sent to it.'),
  double_optin: z.boolean().optional().describe('Whether joins are confirmed by mail.'),
  created_at: text('When it was created.'),
});

export const MEMBER = z.looseObject({
  uid: text('The identifier of the person.'),
  email: text('The email address.'),
  number: text('The phone number.'),
  status: text('subscribed, pending or unsubscribed.'),
  joined_at: text('When the person joined.'),
});

export const MESSAGE = z.looseObject({
  id: text('The id.'),
  channel: text('email or sms.'),
  status: text('queued, sending, sent, captured, failed, suppressed, unknown, held or canceled.'),
  from: text('The sender.'),
  to: texts('The recipients.'),
  subject: text('The subject of an email.'),
  recipients: rows('Each recipient with its outcome.'),
  timeline: rows('What happened, oldest first.'),
  created_at: text('When it was accepted.'),
});

export const EXPLANATION = z.looseObject({
  status: text('The status of the message.'),
  reason: text('A code that never changes.'),
  text: text('The reason in a sentence.'),
  advice: text('What to do; null for nothing.'),
});

export const TEMPLATE_SUMMARY = z.looseObject({
  id: text('The id, for get_template and sends.'),
  name: text('The name.'),
  subject: text('The subject.'),
  version: number('The active version.'),
  updated_at: text('When it last changed.'),
});

export const TEMPLATE = TEMPLATE_SUMMARY.extend({
  html: text('The HTML source.'),
  mjml: text('The MJML source.'),
  text: text('The source of the text part.'),
  variables: rows('The variables, with whether each is required.'),
});

export const RENDERED = z.looseObject({
  subject: text('The subject.'),
  html: text('The HTML part.'),
  text: text('The text part.'),
  missing: texts('Required variables without a value.'),
});

export const DOMAIN = z.looseObject({
  id: text('The id.'),
  domain: text('The name.'),
  status: text('pending or connected.'),
  failing_since: text('Since when its records are wrong.'),
  records: rows('The DNS records, what the last check found, and what to change; only with an id.'),
});

export const SUPPRESSION = z.looseObject({
  address: text('The address or number.'),
  reason: text('Why it gets no message.'),
  detail: text('What the provider said.'),
  created_at: text('Since when.'),
});

export const SEGMENT = z.looseObject({
  id: text('The id, for explain_segment.'),
  name: text('The name.'),
  kind: text('live, snapshot or manual.'),
  sentence: text('The conditions as a sentence.'),
  match: object('The conditions as a tree, for preview_segment; null for a manual segment.'),
  state: text('ready, building or failed.'),
  member_count: number('How many people are in it.'),
});

export const SEGMENT_EXPLANATION = z.looseObject({
  member: z.boolean().optional().describe('Whether the person is in the segment.'),
  since: text('Since when.'),
  cause: text('Why the person last entered or left.'),
  conditions: rows('Each condition, whether it holds, and the value that decided.'),
});

export const SEGMENT_PREVIEW = z.looseObject({
  people: number('How many match.'),
  low: number('At least so many, with 95 % confidence.'),
  high: number('At most so many, with 95 % confidence.'),
  is_exact: z.boolean().optional().describe('Whether everybody was looked at.'),
  email: number('How many of them can get email.'),
  sms: number('How many of them can get SMS.'),
  examples: rows('Some of the people.'),
  sentence: text('The conditions as a sentence.'),
});

export const AUTOMATION = z.looseObject({
  id: text('The id, for check_automation and try_automation.'),
  name: text('The name.'),
  state: text('draft, live, paused, draining or stopped.'),
  graph: object('The draft: trigger, settings, first step and steps.'),
  live_version: number('The version that people enter; null before it is published.'),
  runs: object('People inside, entrances, and ends by reason.'),
  steps: rows('The numbers of each step by version, with an id only.'),
});

export const AUTOMATION_CHECK = z.looseObject({
  is_valid: z.boolean().optional().describe('Whether it could be published.'),
  problems: rows('What keeps it from that: step, field and message.'),
});

export const AUTOMATION_TRIAL = z.looseObject({
  people: number('People who were looked at; everything is counted among them.'),
  is_complete: z.boolean().optional().describe('Whether that is the whole sample.'),
  entered: object('Entrances, at least and at most.'),
  refused: object('Entrances that the re-entry policy would have refused.'),
  ended: rows('Runs that would be over, by reason.'),
  steps: rows('Who would have left each step by which way, and who would be at it now.'),
  messages: rows('Messages by day.'),
  unknown: texts('Steps whose clicks or answers nobody can know.'),
  examples: rows('Up to ten ways of people.'),
});

export const CAMPAIGN = z.looseObject({
  id: text('The id, for check_campaign.'),
  name: text('The name.'),
  channel: text('email or sms.'),
  state: text('draft, scheduled, freezing, sending, paused, halted, sent or canceled.'),
  subject: text('The subject.'),
  people: object('Its people: matched is the sum of excluded, planned, queued and skipped.'),
  messages: object('Its messages by what became of them.'),
  engagement: object('Opens and clicks, those of people apart from those of machines.'),
  halt: object('Why it halted; null if it did not.'),
});

export const CAMPAIGN_CHECK = z.looseObject({
  matched: number('Everybody whom the audience matches.'),
  recipients: number('Those who would get it.'),
  is_exact: z.boolean().optional().describe('Whether everybody was looked at.'),
  excluded: object('Those who would not get it, by reason.'),
  problems: rows('What keeps it from starting: code and message.'),
  warnings: rows('What to look at before the start.'),
});

export const CAMPAIGN_REPORT = z.looseObject({
  total: object('What became of its messages, in all.'),
  points: rows('The same by hour or day.'),
  mailboxes: rows('The same by mailbox provider.'),
  links: rows('How many people and machines clicked each link.'),
});

/** The shape of a page. */
export const pageOf = (item: z.ZodType) => ({
  items: z.array(item),
  next_cursor: z.string().nullable().describe('Pass it to get the next page; null on the last.'),
});
