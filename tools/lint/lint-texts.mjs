// Lints made-up files with the configuration of the house: reads [{ path, text }] from stdin, prints the messages of each.
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const eslint = new ESLint({ cwd: fileURLToPath(new URL('../../', import.meta.url)) });
const answers = [];
for (const file of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(file.text, { filePath: file.path });
  answers.push(result?.messages.map(({ ruleId, line, message }) => ({ ruleId, line, message })) ?? []);
}
process.stdout.write(JSON.stringify(answers));
