export { AutomationsModule } from './automations.module.js';
export { AutomationsWorkerModule } from './automations.worker.module.js';
