import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorView, ProblemView } from '@dundun/contracts';
import type { FastifyInstance } from 'fastify';
import { bundledFile } from '../config/bundled-file.js';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = OpenAPIObject;

export interface OpenApiOptions {
  title: string;
  description: string;
  version: string;
  server: string;
  tags: { name: string; description: string }[];
  /** Names an operation after the class of its controller and its method. */
  operationId: (controller: string, method: string) => string;
  /** Webhook events by type, each with the class of its data. */
  webhooks: Record<string, Type<object>>;
  /** JSON schemas that texts of the document name and no class has. */
  schemas?: Record<string, object>;
}

/** Returns the OpenAPI 3.1 document of all endpoints. */
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
      { type: 'apiKey', in: 'cookie', name: 'dundun_session', description: 'A console session.' },
      'session',
    );
  for (const { name, description } of options.tags) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorView, ProblemView, ...new Set(Object.values(options.webhooks))],
    // Sections come from the endpoints; otherwise each controller would add one.
    autoTagControllers: false,
    operationIdFactory: options.operationId,
  });
  const webhooks = Object.entries(options.webhooks).map(([type, data]) => [type, { post: webhook(type, data) }]);
  Object.assign(document.components?.schemas ?? {}, options.schemas);
  return { ...document, webhooks: Object.fromEntries(webhooks) as OpenAPIObject['webhooks'] };
}

const webhook = (type: string, data: Type<object>) => ({
  operationId: `webhook_${type}`,
  summary: `Receive ${type}`,
  security: [], // the receiver decides; requests are signed
  parameters: SIGNED.map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: {
            type: { type: 'string', enum: [type] },
            timestamp: { type: 'string', format: 'date-time' },
            data: { $ref: getSchemaPath(data) },
          },
        },
      },
    },
  },
  responses: { '2XX': { description: 'Received. Any other answer causes a retry.' } },
});

const SIGNED = [
  ['webhook-id', 'The same for every call about one event.'],
  ['webhook-timestamp', 'When the call was sent, in seconds since the epoch.'],
  [
    'webhook-signature',
    'v1 and the signature of Standard Webhooks; two signatures for a day after the secret changed.',
  ],
] as const;

/** The product's colours; on a phone, wide elements scroll instead of widening the page. */
const STYLES = `
.swagger-ui .topbar { background: #312e81; padding: 8px 0; }
.swagger-ui .topbar .topbar-wrapper .link { visibility: hidden; width: 0; max-width: 0; }
.swagger-ui .topbar .topbar-wrapper::before { content: 'Dundun'; color: #fff; font: 600 20px/1.4 system-ui, sans-serif; }
.swagger-ui .btn.authorize { color: #4338ca; border-color: #4338ca; }
.swagger-ui .btn.authorize svg { fill: #4338ca; }
.swagger-ui .btn.execute { background: #4338ca; border-color: #4338ca; }
.swagger-ui .code-samples { margin: 12px 20px; border-radius: 6px; background: #1e1b2e; color: #eceaf6; }
.swagger-ui .code-samples-languages { display: flex; gap: 4px; padding: 8px 8px 0; overflow-x: auto; }
.swagger-ui .code-samples button { border: 0; font-size: 13px; border-radius: 4px; padding: 4px 10px; background: none; color: inherit; cursor: pointer; }
.swagger-ui .code-samples button[aria-selected='true'] { background: #4338ca; color: #fff; }
.swagger-ui .code-samples-copy { margin-left: auto; }
.swagger-ui .code-samples pre { margin: 0; padding: 12px 16px; overflow-x: auto; font-size: 12px; line-height: 1.5; }
.swagger-ui .own-examples { padding-block: 0 12px; }
.swagger-ui .own-examples .btn { margin-right: 8px; }
.swagger-ui .info table { display: block; overflow-x: auto; }
.swagger-ui .info pre { overflow-x: auto; }
.swagger-ui .info summary { cursor: pointer; padding: 4px 0; }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
  .swagger-ui .scheme-container .schemes, .swagger-ui .wrapper, .swagger-ui .info { max-width: 100%; min-width: 0; }
}`;

/**
 * Headers of the pages below /docs. Swagger UI has styles and pictures in its page; its scripts are files. Its calls go to the
 * public address, whichever address the page was opened at.
 */
const docsHeaders = (server: string) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(server).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
});

/** A page of the reference. Its path is one segment: below another, the Swagger module would look for files that bundles lack. */
export interface ReferencePage {
  path: string;
  document: OpenAPIObject;
}

/**
 * Serves the document at /docs-json and /docs-yaml, and Swagger UI for each page from local files; the browser remembers
 * credentials.
 */
export function serveSwagger(app: INestApplication, document: OpenAPIObject, pages: ReferencePage[]): void {
  const headers = docsHeaders(document.servers?.[0]?.url ?? 'http://localhost');
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  fastify.addHook('onRoute', (route) => {
    if (!/^\/docs(?:-console)?(?:$|\/)/.test(route.url)) return;
    route.onRequest = (_request, reply, done) => {
      reply.headers(headers);
      done();
    };
  });
  const documents = { jsonDocumentUrl: 'docs-json', yamlDocumentUrl: 'docs-yaml' };
  SwaggerModule.setup('docs', app, document, { ui: false, ...documents });
  for (const page of pages)
    SwaggerModule.setup(page.path, app, page.document, {
      raw: false,
      customSwaggerUiPath: bundledFile('./swagger-ui'),
      customSiteTitle: page.document.info.title,
      customJs: ['/docs/code-samples.js', '/docs/own-examples.js'],
      customCss: STYLES,
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

/** Serves the overview for language models at /llms.txt, and leads a visitor of / to the reference. */
export function serveOverview(app: INestApplication, text: string): void {
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  fastify.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
  fastify.get('/', (_request, reply) => reply.redirect('/docs', 302));
}
