import { Refusal } from '@dundun/domain';

/** A double opt-in list cannot ask for confirmation, because the workspace has no address to write from. */
export class OptinNeedsSenderError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'optin_needs_sender';

  constructor() {
    super(
      'The list confirms new subscribers by email, but this workspace cannot send email yet: connect a sending domain and an email provider first.',
    );
  }
}
