import { parseArgs } from 'node:util';
import type { Command, Output } from './command.js';
import { commands } from './commands/index.js';
import { failure } from './failure.js';
import { Given } from './given.js';
import { CommandError } from './command-error.js';

/** Runs one command line. @returns the exit code */
export async function runCommand(args: string[], output: Output): Promise<0 | 1> {
  try {
    const { name, rest } = split(args);
    const command = commands.find((one) => one.name === name);
    if (args.some((arg) => arg === '--help' || arg === '-h')) output.print(help(name === '' ? undefined : command));
    else if (!command) throw new CommandError(`Unknown command ${name}. Use --help to list all commands.`);
    else {
      const { values } = parseArgs({ args: rest, options: command.options, strict: true, allowPositionals: false });
      const result = await command.run(new Given(values));
      if (result !== undefined) output.print(JSON.stringify(result));
    }
    return 0;
  } catch (error) {
    output.complain(failure(error));
    return 1;
  }
}

/** The words before the first option name the command. */
function split(args: string[]): { name: string; rest: string[] } {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  const words = first === -1 ? args : args.slice(0, first);
  return { name: words.join(' '), rest: args.slice(words.length) };
}

function help(one: Command | undefined): string {
  if (one) return `migrator.js ${one.name} ${one.usage}\n  ${one.summary}`;
  const lines = commands.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.trim() || '(nothing)'}\n      ${summary}`,
  );
  return [
    'migrator.js [command] [options]',
    '',
    ...lines,
    '',
    'Results are printed as JSON on stdout. Settings are environment variables.',
  ].join('\n');
}
