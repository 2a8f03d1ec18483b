// The program of the sandbox tests: each question names the harm that it does.
import { answerQuestions, loading } from '@dundun/platform/sandbox';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const harm = {
  none: () => undefined,
  loop: () => {
    for (;;);
  },
  burst: () => {
    for (const kept = []; ; kept.push(new Array(10_000_000).fill(0)));
  },
  leak: () => {
    for (const kept = []; ; kept.push({ kept: [kept.length] }));
  },
  exit: () => process.exit(0),
  load: (ms) => loading(() => wait(ms)),
  late: wait,
};

answerQuestions(async ({ does, ms, id }) => {
  await harm[does](ms);
  return { id, environment: Object.keys(process.env) };
});
