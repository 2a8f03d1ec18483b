import { INBOX } from '@dundun/accounts';
import type { MessageChannel } from '@dundun/domain';
import {
  emailProviders,
  smsProviders,
  type EmailProviderDescriptor,
  type OnUnknown,
  type SmsProviderDescriptor,
} from '@dundun/providers';

const EMAIL: Partial<Record<string, EmailProviderDescriptor>> = emailProviders;
const SMS: Partial<Record<string, SmsProviderDescriptor>> = smsProviders;

/** Returns the descriptor of an email provider; undefined for the built-in inbox and for names that were removed. */
export const emailDescriptor = (name: string): EmailProviderDescriptor | undefined => EMAIL[name];

/** Returns the descriptor of an SMS provider; undefined for the built-in inbox and for names that were removed. */
export const smsDescriptor = (name: string): SmsProviderDescriptor | undefined => SMS[name];

/** Returns what to do after a call that was never answered. A provider without a descriptor gets the channel's default. */
export function onUnknownOf(channel: MessageChannel, name: string): OnUnknown {
  if (name === INBOX) return 'retry';
  const descriptor = channel === 'email' ? EMAIL[name] : SMS[name];
  return descriptor?.onUnknown ?? (channel === 'email' ? 'retry' : 'hold');
}
