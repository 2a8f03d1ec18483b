import { DundunError } from '@dundun/node';
import { ToolRefusal } from './api.js';

const CREDENTIALS = 'Whoever runs this MCP server has to correct DUNDUN_API_KEY and DUNDUN_API_SECRET.';
const LATER = 'Nothing is wrong with the call: repeat it as it is in a while.';

/** What to do about a refusal, by the code that never changes. */
const WAY_OUT: Record<string, string> = {
  wrong_credentials: CREDENTIALS,
  secret_needed: CREDENTIALS,
  key_kind_not_allowed: CREDENTIALS,
  unknown_person: 'find_person and list_members find people.',
  unknown_list: 'list_lists has the ids.',
  unknown_message: 'The answer of a send has the id; ask the user for it.',
  unknown_domain: 'check_domains has the ids.',
  domain_not_connected: 'check_domains tells which domains are connected.',
  template_not_found: 'list_templates has the ids.',
  unknown_template: 'list_templates has the ids.',
  tampered_cursor: 'Begin again without next_cursor.',
  rate_limited: LATER,
  daily_limit: 'Nothing more can be sent today.',
  idempotency_in_progress: LATER,
};

/** What a tool answers instead: the sentence of the API and the way out. Nothing of how this server is made. */
export function refusalOf(error: unknown): string {
  if (error instanceof ToolRefusal) return error.message;
  if (!(error instanceof DundunError)) return 'The MCP server could not do this.';
  const { status, code, message, requestId } = error;
  const way = status === 0 || status >= 500 ? LATER : WAY_OUT[code];
  const trace = status >= 500 && requestId ? ` Its logs know it as ${requestId}.` : '';
  return `${message}${way ? ` ${way}` : ''}${trace}`;
}
