export { AutomationsApiModule } from './automations.api.module.js';
export { automationsExpiry } from './calling/step-calls.repository.js';
export { AutomationsWorkerModule } from './automations.worker.module.js';
