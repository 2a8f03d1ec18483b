import { existsSync, readFileSync } from 'node:fs';

/** One plain line about a run, of the file that Jest wrote; undefined when it wrote none. */
export function summary(resultFile) {
  if (!existsSync(resultFile)) return undefined;
  const result = JSON.parse(readFileSync(resultFile, 'utf8'));
  const skipped = result.numPendingTests + result.numTodoTests;
  const parts = [`${result.numPassedTests} passed`, `${result.numFailedTests} failed`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (result.numRuntimeErrorTestSuites > 0) parts.push(`${result.numRuntimeErrorTestSuites} files did not run`);
  return parts.join(', ');
}
