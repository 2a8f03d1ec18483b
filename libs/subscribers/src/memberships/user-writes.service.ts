import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@dundun/domain';
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

  /**
   * Applies commands with the secret, of one workspace, in order and in the open transaction.
   * @param turn is awaited before rows are locked that other sequences need too
   * @returns each result or refusal
   * @throws FoldFirstError for a command that folds
   */
  writeSequence(
    workspaceId: number,
    commands: UserCommand[],
    turn?: () => Promise<void>,
  ): Promise<(UserResult | Refusal)[]> {
    return this.commit.applySequence(workspaceId, commands, turn);
  }
}
