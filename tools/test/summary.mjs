import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '../root.mjs';

/** A file that takes longer has its reason at its top: `@slow …`. */
const SLOW_SECONDS = 20;
const SHOWN = 10;

/** Returns what Jest wrote about its run, or undefined when it wrote nothing. */
export const readResult = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Returns the result of a run in one plain line. */
export function summary(result) {
  const skipped = result.numPendingTests + result.numTodoTests;
  const parts = [`${result.numPassedTests} passed`, `${result.numFailedTests} failed`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (result.numRuntimeErrorTestSuites > 0) parts.push(`${result.numRuntimeErrorTestSuites} files did not run`);
  return parts.join(', ');
}

/** Returns the ten slowest files with their seconds, and a warning about files over 20 s that do not say why. */
export function slowest({ testResults }, specFiles) {
  const reasons = new Map(specFiles.map(({ path, slow }) => [path, slow]));
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ path: relative(ROOT, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds);
  const lines = files.slice(0, SHOWN).map(({ path, seconds }) => {
    const reason = reasons.get(path);
    return `${seconds.toFixed(1).padStart(7)} s  ${path}${reason ? ` (${reason})` : ''}`;
  });
  const unexplained = files.filter(({ path, seconds }) => seconds > SLOW_SECONDS && !reasons.get(path));
  const warning = unexplained.map(
    ({ path }) => `Warning: ${path} took over ${SLOW_SECONDS} s and has no @slow reason.`,
  );
  return ['The slowest files:', ...lines, ...warning].join('\n');
}

/** Returns the table of a long run: what was repeated how often, in which file, with which result. */
export function repetitionTable({ testResults }, repetitions) {
  const results = new Map(testResults.map((one) => [relative(ROOT, one.name), one]));
  const lines = repetitions.map(({ path, times, usually }) => {
    const { status = 'not run', startTime = 0, endTime = 0 } = results.get(path) ?? {};
    return `| ${path} | ${times} | ${usually} | ${((endTime - startTime) / 1_000).toFixed(0)} s | ${status} |`;
  });
  return ['| file | times | in the gate | took | result |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}
