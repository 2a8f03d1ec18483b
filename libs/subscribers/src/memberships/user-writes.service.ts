import { Inject, Injectable } from '@nestjs/common';
import type { IdempotencyClaim, Replayed } from '@dundun/platform/database';
import type { UserCommand, UserResult } from './commands.js';
import { MembershipCommit } from './membership-commit.service.js';

/** Applies user commands, in group commits with all other commands. */
@Injectable()
export class UserWrites {
  constructor(@Inject(MembershipCommit) private readonly commit: MembershipCommit) {}

  /**
   * @throws UnknownPersonError, UnknownListError, UnknownAccountError, ListArchivedError, OptinNeedsEmailError,
   * OptinNeedsSenderError, InvalidInputError, UnavailableError, and FoldFirstError for a command that folds
   */
  write(command: UserCommand, claim?: IdempotencyClaim): Promise<UserResult | Replayed> {
    return this.commit.submitUser(command, claim);
  }
}
