import type { Database } from '@dundun/platform/database';

/** A name of a column that holds a person, an address of one, or where one came from. */
const NAMES_A_PERSON =
  '(^|_)(person|account|recipient|address|email|uid|number|phone|ip|user_agent|first_name|last_name)(s|es)?(_id)?$';

/** Columns that match the rule and hold nothing about a person of the audience, each with the reason. */
const NOT_OF_A_PERSON: Record<string, string> = {
  'audit_log.changes': 'settings of the workspace; people are named by a hash of the uid',
  'audit_log.ip': 'where a member or a server of the workspace changed something from',
  'audit_log.user_agent': 'the program of a member or a server of the workspace',
  'automation_clocks.after_person': 'the place up to which a scan has looked; no row is found by it',
  'automation_versions.compiled': 'the steps of an automation',
  'automation_versions.graph': 'an automation as it is drawn',
  'automations.approval': 'which members asked and decided',
  'automations.conversion': 'what event counts for an automation',
  'automations.draft': 'an automation as it is drawn',
  'bulk_jobs.counts': 'numbers',
  'bulk_jobs.details': 'the parameters of a job on many people',
  'campaigns.changed_links': 'targets of links',
  'campaigns.approval': 'which members asked and decided',
  'campaigns.content': 'what a campaign says',
  'campaigns.content_languages': 'languages of what a campaign says',
  'campaigns.conversion': 'what event counts for a campaign',
  'campaigns.data': 'values for the template, the same for everybody',
  'campaigns.decision': 'numbers of messages',
  'campaigns.follows': 'another campaign',
  'campaigns.guard': 'numbers of messages',
  'campaigns.halt': 'why a campaign halted, in numbers',
  'campaigns.local_start': 'a time of day',
  'campaigns.send_window': 'hours of the week',
  'campaigns.test': 'how variants are compared',
  'campaigns.utm': 'parameters of links',
  'campaigns.variants': 'what a campaign says',
  'campaigns.sender': 'the workspace that sends',
  'confirmation_budgets.used': 'counts by slot of time; a mailbox is stored as a keyed hash',
  'conversion_goal_versions.goal': 'what event counts for a campaign or an automation',
  'conversion_goals.goal': 'what event counts for a campaign',
  'delivery_reports.cost': 'a price',
  'enrolments.hold': 'why a send waits: hours or a cap',
  'event_names.tests': 'what a segment counts',
  'imports.dialect': 'how a file is written',
  'imports.findings': 'numbers, and domains without a mail server',
  'imports.settings': 'what a member decided about a file',
  'integrations.settings': 'of a provider',
  'invitations.email': 'a future member of the workspace',
  'members.email': 'a member of the workspace signs in with it',
  'messages.cost': 'a price',
  'messages.sender': 'the workspace that sends',
  'logins.email': 'a member signs in with it',
  'mailbox_limits.account_id': 'an account at a provider',
  'message_contents.links': 'the targets of links in a content, without variables',
  'message_contents.track': 'what is tracked of a content',
  'message_engagement.links': 'who clicked each link by its number: a person or a machine',
  'segment_versions.tree': 'the conditions of a segment',
  'segments.tree': 'the conditions of a segment',
  'sending_domains.findings': 'DNS records',
  'sending_profiles.from_email': 'the workspace that sends',
  'sessions.address': 'where a member signed in from',
  'sessions.user_agent': 'a member of the workspace signs in with it',
  'sources.settings': 'of a source',
  'sources.unknown_person': 'a setting: what becomes of events of unknown people',
  'template_blocks.block': 'what a template says',
  'template_drafts.content': 'what a template will say',
  'template_versions.design': 'what a template says',
  'template_versions.translations': 'what a template says',
  'warm_up_counts.account_id': 'an account at a provider',
  'warm_ups.account_id': 'an account at a provider',
  'workspaces.email_quiet_hours': 'hours of the day',
  'workspaces.postal_address': 'the workspace that sends',
  'workspaces.sms_quiet_hours': 'hours of the day',
};

/** Columns that hold something about a person for a while, and no contribution erases, each with the reason. */
const EXPIRES: Record<string, string> = {
  'feed_entries.data': 'what other systems were told; entries expire with the feed',
  'imports.columns': 'the first values of a file; they go when it is imported, else with the import',
  'idempotency_keys.answer': 'the answer to a call that is repeated; keys expire after a day',
};

/** What a contribution to the rows of a person declares. */
interface DeclaredColumns {
  readonly columns: readonly string[];
  readonly kept: Readonly<Record<string, string>>;
}

/** Differences between the database and what contributions declare; each list is empty if they agree. */
interface PersonColumnFaults {
  /** Columns about people that no contribution declares. */
  undeclared: string[];
  /** Columns that are declared twice. */
  repeated: string[];
  /** Columns that are declared and do not exist. */
  missing: string[];
}

/**
 * Compares the columns of the migrated database that name a person with those that the contributions of a process
 * declare. Both programs are asked: the api starts merges and erasures, the worker finishes them.
 */
export async function personColumnFaults(
  database: Database,
  contributions: readonly DeclaredColumns[],
): Promise<PersonColumnFaults> {
  const declared = contributions.flatMap(({ columns, kept }) => [...columns, ...Object.keys(kept)]);
  const names = [...declared, ...Object.keys({ ...NOT_OF_A_PERSON, ...EXPIRES })];
  const [known, all] = [new Set(names), new Set(await columnsOf(database, 'true'))];
  return {
    undeclared: (await columnsOf(database, PERSONAL, NAMES_A_PERSON)).filter((column) => !known.has(column)),
    repeated: names.filter((name, index) => names.indexOf(name) !== index),
    missing: names.filter((name) => !all.has(name)),
  };
}

/** By name, or free JSON, which can hold anything. Numbers and times name no person. */
const PERSONAL = `(a.attname ~ $1 AND a.atttypid = ANY('{uuid,text,text[],jsonb,inet}'::regtype[])) OR a.atttypid = 'jsonb'::regtype`;

const columnsOf = async (database: Database, condition: string, ...values: unknown[]) =>
  (
    await database.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND a.attnum > 0 AND NOT a.attisdropped AND (${condition})
       ORDER BY 1`,
      values,
    )
  ).map(({ name }) => name);
