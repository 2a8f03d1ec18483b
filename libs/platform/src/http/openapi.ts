import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorView, ProblemView } from '@dundun/contracts';

export interface OpenApiOptions {
  title: string;
  description: string;
  version: string;
  server: string;
  tags: { name: string; description: string }[];
}

/** The OpenAPI 3.1 document of all endpoints. */
export function openApiDocument(app: INestApplication, options: OpenApiOptions): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(options.title)
    .setDescription(options.description)
    .setVersion(options.version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(options.server)
    .addBasicAuth(
      {
        type: 'http',
        scheme: 'basic',
        description: 'User name: API key. Password: API secret, or empty for the operations of the key level.',
      },
      'basic',
    )
    .addCookieAuth(
      'dundun_session',
      { type: 'apiKey', in: 'cookie', name: 'dundun_session', description: 'A session of the console.' },
      'session',
    );
  for (const { name, description } of options.tags) builder.addTag(name, description);
  return SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorView, ProblemView],
    // A section is what the endpoint says; by itself each controller would be one as well.
    autoTagControllers: false,
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '').replace(/^./, (letter) => letter.toLowerCase())}_${method}`,
  });
}

/** Swagger UI at /docs from local files; credentials typed in are remembered by the browser. */
export function serveSwagger(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: document.info.title,
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      filter: true,
      docExpansion: 'list',
      validatorUrl: null,
    },
  });
}
