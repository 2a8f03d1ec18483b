import { runCommand } from './run-command.js';

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
