import { Refusal, withoutEnd } from '../refusal.js';

/** No such integration in this workspace. */
export class UnknownIntegrationError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_integration';

  constructor() {
    super('There is no such integration.');
  }
}

/** The provider refused the settings in a trial. Nothing was saved. */
export class ConnectionFailedError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'connection_failed';

  /** @param detail the provider's reason */
  constructor(provider: string, detail: string) {
    super(`The connection to ${provider} failed and nothing was saved: ${withoutEnd(detail)}.`, {
      fields: [{ field: 'settings', message: 'must be accepted by the provider' }],
    });
  }
}
