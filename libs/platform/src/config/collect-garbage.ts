import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what starting a program left behind. V8 lets a heap grow by a share of what the last collection found; without this one, it
 * is the share of everything that was ever loaded.
 */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
}
