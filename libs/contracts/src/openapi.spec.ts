import { beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiExtraModels, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AUTOMATION_GRAPH_SCHEMA } from '@dundun/domain';
import * as contracts from './index.js';

interface Schema {
  properties?: Record<string, { description?: string; example?: unknown; $ref?: string; items?: object }>;
  required?: string[];
}

const wire = /(Body|Query|View|Page|Detail|Ok|Created|Accepted|Entry)$/;
const classes = Object.entries(contracts).filter(([name]) => wire.test(name)) as [string, new () => object][];
let schemas: Record<string, Schema>;

beforeAll(async () => {
  @ApiExtraModels(...classes.map(([, cls]) => cls))
  @Controller()
  class Shown {}

  @Module({ controllers: [Shown] })
  class Document {}

  const app = await NestFactory.create(Document, new FastifyAdapter(), { logger: false });
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build());
  // The API adds the schema of graphs, which is written by hand.
  const added = { AutomationGraph: AUTOMATION_GRAPH_SCHEMA as Schema };
  schemas = { ...added, ...(document.components?.schemas as Record<string, Schema>) };
});

describe('the OpenAPI schemas', () => {
  it.each(classes)('of %s describe or exemplify every property', (name) => {
    for (const property of Object.values(schemas[name]?.properties ?? {})) {
      const says = property.description ?? property.example ?? property.$ref ?? property.items;
      expect({ ...property, says: says !== undefined || property.example === null }).toMatchObject({ says: true });
    }
    expect(Object.keys(schemas[name]?.properties ?? {})).not.toHaveLength(0);
  });

  it('refer only to what is there', () => {
    const refs = [...JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/([^"]*)"/g)].map((match) => match[1]);
    expect(refs.filter((name) => !schemas[name as string])).toEqual([]);
    expect(refs).toContain('SenderBody');
  });

  it('say in 3.1 words what may be null, absent and long', () => {
    expect(schemas.CreateListBody?.required).toEqual(['title']);
    expect(schemas.UpdateListBody?.required).toBeUndefined();
    expect(schemas.CreateListBody?.properties).toMatchObject({
      title: { type: 'string', minLength: 1, maxLength: 64 },
      description: { type: ['string', 'null'], maxLength: 255 },
    });
    expect(schemas.TrackEventBody?.properties?.timestamp).toEqual({
      description: expect.any(String),
      example: '2026-11-20T09:30:00Z',
      oneOf: [{ type: 'string' }, { type: 'integer' }],
    });
    expect(JSON.stringify(schemas)).not.toContain('"nullable"');
  });
});
