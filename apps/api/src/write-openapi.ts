import { createLogger, loadConfig } from '@dundun/platform/config';
import { openApiDocument } from '@dundun/platform/server';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiModule } from './api.module.js';
import { openApi } from './openapi.js';

/** Prints the OpenAPI document. In preview mode Nest reads the controllers without connecting to anything. */
const config = loadConfig({ DATABASE_URL: 'postgresql://127.0.0.1/none', SECRET_KEY: '0'.repeat(64) });
const app = await NestFactory.create(ApiModule.for(config, createLogger('openapi', 'silent')), new FastifyAdapter(), {
  preview: true,
  logger: false,
  abortOnError: false,
});
process.stdout.write(`${JSON.stringify(openApiDocument(app, openApi('http://127.0.0.1:3000')), null, 2)}\n`);
