import { DundunError } from '@dundun/node';
import { ToolRefusal } from './api.js';

const CREDENTIALS = 'The operator of this MCP server must correct DUNDUN_API_KEY and DUNDUN_API_SECRET.';
const LATER = 'The call is fine: repeat it unchanged in a while.';

/** What to do about a refusal, by its stable code. */
const WAY_OUT: Record<string, string> = {
  wrong_credentials: CREDENTIALS,
  secret_needed: CREDENTIALS,
  key_kind_not_allowed: CREDENTIALS,
  unknown_person: 'Use find_person or list_members to find people.',
  unknown_list: 'Use list_lists to get the ids.',
  unknown_message: 'The answer of a send contains the id; ask the user for it.',
  unknown_domain: 'Use check_domains to get the ids.',
  domain_not_connected: 'Use check_domains to see which domains are connected.',
  template_not_found: 'Use list_templates to get the ids.',
  unknown_template: 'Use list_templates to get the ids.',
  tampered_cursor: 'Start again without next_cursor.',
  rate_limited: LATER,
  daily_limit: 'Nothing more can be sent today.',
  idempotency_in_progress: LATER,
};

/** Returns the text for a failed tool: the sentence of the API and the next step, without internals of this server. */
export function refusalOf(error: unknown): string {
  if (error instanceof ToolRefusal) return error.message;
  if (!(error instanceof DundunError)) return 'The MCP server failed to do this.';
  const { status, code, message, requestId } = error;
  const way = status === 0 || status >= 500 ? LATER : WAY_OUT[code];
  const trace = status >= 500 && requestId ? ` Request id: ${requestId}.` : '';
  return `${message}${way ? ` ${way}` : ''}${trace}`;
}
