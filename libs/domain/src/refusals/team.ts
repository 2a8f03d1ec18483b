import { Refusal } from '../refusal.js';

/** No such member in this workspace. */
export class UnknownMemberError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_member';

  constructor() {
    super('There is no such member.');
  }
}

/** No such invitation in this workspace, or its link leads nowhere. */
export class UnknownInvitationError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_invitation';

  constructor() {
    super('The invitation was used or revoked, has expired, or never existed. Ask for a new one.');
  }
}

/** The installation would have no workspace. */
export class LastWorkspaceError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'last_workspace';

  constructor() {
    super('It is the last workspace of this installation. Create another one first.');
  }
}

/** The change would leave the workspace without an owner. */
export class LastOwnerError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'last_owner';

  constructor() {
    super('The workspace needs an owner: make another member an owner first.');
  }
}

/** The login of a member signs in to workspaces that the caller does not own. */
export class SharedLoginError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'shared_login';

  constructor() {
    super(
      'This person signs in to other workspaces, too, and you do not own all of them. The person can turn it off in the account.',
    );
  }
}

/** The workspace has no sender for its own mail. */
export class NoSenderError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'no_sender';

  constructor() {
    super('The workspace cannot send email yet: connect a sending domain first.');
  }
}
