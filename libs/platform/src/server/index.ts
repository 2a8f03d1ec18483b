export { createHttpApp } from './http-app.js';
export { openApiDocument, serveSwagger, type OpenApiOptions } from './openapi.js';
export { OperationsModule, type ReadinessCheckFactory } from './operations.module.js';
export { ReadinessChecks, type ReadinessCheck } from './readiness.js';
export { RefusalFilter } from './refusal.filter.js';
