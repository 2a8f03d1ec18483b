export { EventPartitions } from './event-partitions.repository.js';
export { EventsApiModule } from './events.api.module.js';
export { eventsEntities, eventsExpiry } from './events.entities.js';
export { EventsModule } from './events.module.js';
export { Events } from './events.service.js';
export { EventsWorkerModule } from './events.worker.module.js';
