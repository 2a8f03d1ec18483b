import type { Caller, Origin } from '@dundun/platform/http';
import type { Words } from '../words/words.js';

/** The means by which a person agreed or declined. */
export type ConsentMethod =
  | 'api'
  | 'api_key'
  | 'console'
  | 'confirm_page'
  | 'form'
  | 'one_click'
  | 'page'
  | 'preferences'
  | 'provider'
  | 'sms'
  | 'import'
  | 'automation'
  | 'merge';

/** How and from where a call came, for the ledger of consents. */
export interface Evidence extends Partial<Origin> {
  method: ConsentMethod;
  /** The text shown next to the button that was pressed. */
  textShown?: string;
  /** The id of the mail whose link led to the step. */
  messageId?: string;
  /** The words of the person. */
  textSaid?: string;
  /** The reader's language, if a page knows it. */
  words?: Words;
}

/** Returns the evidence of an API or console call. */
export function evidenceOf({ kind, level }: Caller, origin: Origin): Evidence {
  return { ...origin, method: kind === 'session' ? 'console' : level === 'full' ? 'api' : 'api_key' };
}
