import { isUserCommand, type Command, type CommandResult, type UserAnswers, type UserResult } from './commands.js';

/** Adds bodies to the results of user commands, with one call per `answer` function and workspace. */
export async function answerUsers(commands: Command[], results: (CommandResult | UserResult | Error)[]): Promise<void> {
  const asked = new Map<UserAnswers, Map<number, UserResult[]>>();
  for (const [index, command] of commands.entries()) {
    const result = results[index];
    if (!isUserCommand(command) || !command.answer || !result || !('personId' in result)) continue;
    const places = asked.get(command.answer) ?? new Map<number, UserResult[]>();
    places.set(command.workspaceId, [...(places.get(command.workspaceId) ?? []), result]);
    asked.set(command.answer, places);
  }
  for (const [answer, places] of asked) {
    for (const [workspaceId, users] of places) {
      const bodies = await answer(workspaceId, [...new Set(users.map(({ personId }) => personId))]);
      for (const user of users) user.body = bodies.get(user.personId);
    }
  }
}
