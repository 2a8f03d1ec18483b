export { SourcesApiModule } from './sources.api.module.js';
export { SourcesModule } from './sources.module.js';
export { SourcesWorkerModule } from './sources.worker.module.js';

export const sourcesEntities: (new () => object)[] = [];
