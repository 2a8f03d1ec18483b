import { Refusal } from '../refusal.js';

/** Email and password do not match a member; the message never says which of the two is wrong. */
export class WrongLoginError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'wrong_login';

  constructor() {
    super('Wrong email or password.');
  }
}

/** The console call has no valid session. */
export class NotSignedInError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'not_signed_in';

  constructor() {
    super('Sign in first.');
  }
}

/** Too many attempts to sign in to this account or from this address; a solved challenge is admitted at once. */
export class TooManyLoginsError extends Refusal {
  readonly kind = 'limited';
  readonly code = 'too_many_logins';

  constructor(retryAfter: number) {
    super('Too many attempts to sign in. Solve a challenge of POST /console/session/challenge, or wait.', {
      retryAfter,
    });
  }
}

/** A state-changing console call from another site. */
export class ForbiddenOriginError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'forbidden_origin';

  constructor() {
    super('This call is accepted only from the console itself.');
  }
}

/** The member's role does not allow the operation. */
export class RoleNeededError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'role_needed';

  constructor(needed: string, own: string) {
    super(`This needs the role ${needed}, and yours is ${own}. An admin of the workspace can change it.`);
  }
}

/** The operation concerns the whole workspace, and the member's access is limited to some lists. */
export class LimitedToListsError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'limited_to_lists';

  constructor() {
    super('Your access is limited to some lists, and this operation concerns the whole workspace.');
  }
}
