export { sourcesBacklog, sourcesEntities, sourcesExpiry } from './source.entity.js';
export { WorkSources } from './sources.jobs.js';
export { SourcesApiModule } from './sources.api.module.js';
export { SourcesModule } from './sources.module.js';
export { Sources } from './sources.service.js';
export { SourcesWorkerModule } from './sources.worker.module.js';
