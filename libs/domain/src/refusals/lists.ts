import { Refusal } from '../refusal.js';

const LONGEST_SHOWN = 80;

/** Cuts at a character, so that no half of one is left. */
const cut = (id: string): string =>
  id.length > LONGEST_SHOWN ? `${[...id.slice(0, LONGEST_SHOWN + 1)].slice(0, -1).join('')}…` : id;

/** No such list in this workspace. */
export class UnknownListError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_list';

  /** @param item the id of a request's `lists` that names no list, and its place there */
  constructor(item?: { id: string; place: number }) {
    super(`There is no such list${item ? `: lists[${item.place}] is ${JSON.stringify(cut(item.id))}` : ''}.`);
  }
}

/** A join of an archived list. */
export class ListArchivedError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'list_archived';

  constructor() {
    super('The list is archived: new subscribers cannot be added.');
  }
}

/** A join without an email address of a list that confirms by email. */
export class OptinNeedsEmailError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'optin_needs_email';

  constructor() {
    super('The list confirms new subscribers by email, so an email is needed.', {
      fields: [{ field: 'email', message: 'must be given: the list confirms new subscribers by email' }],
    });
  }
}

/** No such person in this workspace. */
export class UnknownPersonError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_person';

  constructor() {
    super('There is no such user.');
  }
}

/** A confirmation link that never existed, was used, or is older than 7 days. */
export class UnknownConfirmationError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_confirmation';

  constructor() {
    super('This link has been used or is no longer valid.');
  }
}

/** A double opt-in list cannot send confirmations, because the workspace has no sender. */
export class OptinNeedsSenderError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'optin_needs_sender';

  constructor() {
    super(
      'The list confirms new subscribers by email, but this workspace cannot send email yet: connect a sending domain and an email provider first.',
    );
  }
}

/** A link that never existed, or whose mail has expired. */
export class UnknownLinkError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_link';

  constructor() {
    super('There is no such link.');
  }
}
