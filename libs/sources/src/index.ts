export { sourcesBacklog, sourcesExpiry } from './intake/source-events.repository.js';
export { sourcesEntities } from './intake/source.entity.js';
export { WorkSources } from './intake/sources.jobs.js';
export { SourcesApiModule } from './sources.api.module.js';
export { SourcesModule } from './sources.module.js';
export { Sources } from './intake/sources.repository.js';
export { SourcesWorkerModule } from './sources.worker.module.js';
