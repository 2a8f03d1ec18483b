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

/** A link in a mail that we did not make, or whose mail is forgotten. */
export class UnknownLinkError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_link';

  constructor() {
    super('There is no such link.');
  }
}

/** An account cannot become a customer while it has members. */
export class AccountHasMembersError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'account_has_members';

  constructor() {
    super('The account has members: remove them first, then it can become a customer.');
  }
}

/** No user of this workspace has the account's id. */
export class UnknownAccountError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_account';

  constructor() {
    super('There is no such account.');
  }
}
