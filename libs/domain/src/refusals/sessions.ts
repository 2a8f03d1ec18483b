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

/** The password is right, and the login has a second factor. */
export class SecondFactorNeededError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'second_factor_needed';

  constructor() {
    super('Enter the code of your authenticator app, or a recovery code.');
  }
}

/** The code of the second step is wrong or was used before. */
export class WrongCodeError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'wrong_code';

  constructor() {
    super('The code is wrong or was used before. Wait for the next one, or enter a recovery code.');
  }
}

/** Too many wrong codes of one login. */
export class TooManyCodesError extends Refusal {
  readonly kind = 'limited';
  readonly code = 'too_many_codes';

  constructor(retryAfter: number) {
    super('Too many wrong codes or passwords. Wait before the next attempt.', { retryAfter });
  }
}

/** The workspace requires a second factor, and the member has none yet. */
export class TwoFactorRequiredError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'two_factor_required';

  constructor() {
    super('This workspace requires two-factor sign-in: turn it on in your account first.');
  }
}

/** The link to choose a new password leads nowhere. */
export class UnknownResetError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_reset';

  constructor() {
    super('The link was used, has expired, or never existed. Ask for a new one.');
  }
}

/** The installation admits sign-ins through its identity provider only. */
export class SingleSignOnOnlyError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'sso_only';

  constructor() {
    super('This installation admits single sign-on only: sign in through your identity provider.');
  }
}

/** The identity provider did not confirm a person who may sign in. */
export class SingleSignOnRefusedError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'sso_refused';

  constructor(reason: string) {
    super(`Single sign-on failed: ${reason}`);
  }
}

/** No such session of the member. */
export class UnknownSessionError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_session';

  constructor() {
    super('There is no such session, or it has ended.');
  }
}

/** No such workspace among those of the person. */
export class UnknownWorkspaceError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_workspace';

  constructor() {
    super('You are not a member of such a workspace.');
  }
}
