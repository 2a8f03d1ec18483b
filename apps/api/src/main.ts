import './small-heap.js';
import { createLogger, EnvironmentError, loadConfig, type Config } from '@dundun/platform/config';
import { runApi } from './run-api.js';
import { runCluster } from './run-cluster.js';

function checkedConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = checkedConfig();
const logger = createLogger('api', config.LOG_LEVEL);
await (config.API_WORKERS > 1 ? runCluster(config, logger) : runApi(config, logger));
