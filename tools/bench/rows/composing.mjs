import { fileURLToPath } from 'node:url';
import { alternate, compared } from '../alternate.mjs';
import { hear, startProgram, stopProgram, tell } from '../processes.mjs';

const PROGRAM = fileURLToPath(new URL('../programs/composing.mjs', import.meta.url));
const WARM_UP = 1_500;

/** The CPU time of writing and of signing a mail, without a database and a network; rates are per second of CPU time. */
export async function composingRows({ folder, seconds, pairs }) {
  const child = startProgram('composing', PROGRAM, { folder });
  const { tasks } = await hear(child);
  const rates = {};
  const measure = (task, count) => async () => {
    const { cpu } = await tell(child, { task, count: count() });
    rates[task] = 1_000_000 / cpu;
    return { rate: rates[task] };
  };
  const each = (count) => Object.fromEntries(tasks.map((task) => [task, measure(task, () => count(task))]));
  const results = await alternate(
    each((task) => Math.ceil((rates[task] * seconds) / 4)),
    { rounds: pairs, warmUp: each(() => WARM_UP) },
  );
  await stopProgram(child);
  const row = (work, one, against, other, goal) => compared(results, { work, one, against, other, goal });
  const signature = 'a bare RSA-2048 signature of node:crypto';
  return [
    row('A mail of 5 KB written, per second of CPU time', '5 KB', 'Nodemailer', 'Nodemailer 5 KB'),
    row('the same, its fixed pieces known', '5 KB in pieces', 'Nodemailer', 'Nodemailer 5 KB'),
    row('A mail of 40 KB written, per second of CPU time', '40 KB', 'Nodemailer', 'Nodemailer 40 KB'),
    row('the same, its fixed pieces known', '40 KB in pieces', 'Nodemailer', 'Nodemailer 40 KB'),
    row('DKIM signature of 5 KB, per second of CPU time', 'DKIM 5 KB', signature, 'RSA signature', 0.77),
    row('DKIM signature of 40 KB, per second of CPU time', 'DKIM 40 KB', signature, 'RSA signature'),
  ];
}
