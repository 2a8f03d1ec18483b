import { collectGarbage, type Config, type Logger } from '@dundun/platform/config';
import { createHttpApp, openApiDocument, serveOverview, serveSwagger } from '@dundun/platform/server';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiModule } from './api.module.js';
import { llmsText } from './llms.js';
import { openApi } from './openapi.js';
import { consolePage, integratorsPage } from './reference-pages.js';
import { withExamples } from './reference.js';

/** Starts one api process. Resolves when it listens. */
export async function runApi(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await createHttpApp(ApiModule.for(config, logger), config, logger);
  const document = openApiDocument(app, openApi(config.PUBLIC_URL));
  const reference = withExamples(document);
  serveSwagger(app, reference, [
    { path: 'docs', document: integratorsPage(reference) },
    { path: 'docs-console', document: consolePage(reference) },
  ]);
  serveOverview(app, llmsText(document, config.PUBLIC_URL));
  await app.listen(config.API_PORT, config.HOST);
  collectGarbage();
  logger.info({ host: config.HOST, port: config.API_PORT }, 'the api listens');
  return app;
}
