import type { Caller, Origin } from '@dundun/platform/http';
import type { Words } from '../words/words.js';

/** By what means somebody agreed or declined. */
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
  | 'merge';

/** How and from where it was asked; kept in the ledger of consents. */
export interface Evidence extends Partial<Origin> {
  method: ConsentMethod;
  /** What the person read before they pressed the button. */
  textShown?: string;
  /** What the person wrote themselves. */
  textSaid?: string;
  /** The language that the person reads, where a page knows it. */
  words?: Words;
}

/** What a call leaves in the ledger, by how its caller came. */
export function evidenceOf({ kind, level }: Caller, origin: Origin): Evidence {
  return { ...origin, method: kind === 'session' ? 'console' : level === 'full' ? 'api' : 'api_key' };
}
