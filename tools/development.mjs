// `node tools/development.mjs && …`, in the scripts of package.json: installs the development packages unless they are there.
import './start/node-version.mjs';
import { Cannot } from './cannot.mjs';
import { installPackages } from './start/install.mjs';
import { stopSignals } from './start/signals.mjs';

await installPackages({ signal: stopSignals().asked }).catch((error) => {
  console.error(error instanceof Cannot ? error.message : error.stack);
  process.exit(1);
});
process.exit();
