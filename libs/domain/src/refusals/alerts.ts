import { Refusal } from '../refusal.js';

/** The workspace has no chat for alerts. */
export class NoAlertChatError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'no_alert_chat';

  constructor() {
    super('There is no chat for alerts yet. Enter its address first.');
  }
}
