export { relayMetrics } from './cluster-metrics.js';
export { createHttpApp } from './http-app.js';
export { openApiDocument, serveOverview, serveSwagger, type OpenApiDocument, type OpenApiOptions } from './openapi.js';
export { OperationsModule } from './operations.module.js';
export { RefusalFilter } from './refusal.filter.js';
