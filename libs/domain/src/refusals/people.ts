import { Refusal } from '../refusal.js';

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
