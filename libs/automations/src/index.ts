export { AutomationsApiModule } from './automations.api.module.js';
export { AutomationsWorkerModule } from './automations.worker.module.js';
