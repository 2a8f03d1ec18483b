import { it } from '@jest/globals';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
/** The gate installs the program; elsewhere its test is left out. */
export const itWith = (program: string) => (process.env.CI || isInstalled(program) ? it : it.skip);
