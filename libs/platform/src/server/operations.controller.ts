import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { allMetrics } from './cluster-metrics.js';
import { ReadinessChecks } from './readiness.js';

collectDefaultMetrics();

/** Health and metrics for operators. Excluded from the OpenAPI document, which is for integrators. */
@ApiExcludeController()
@Controller()
export class OperationsController {
  constructor(@Inject(ReadinessChecks) private readonly checks: ReadinessChecks) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const report = await this.checks.run();
    reply.status(report.status === 'unavailable' ? 503 : 200);
    return report;
  }

  @Get('metrics')
  @Header('Content-Type', register.contentType)
  metrics() {
    return allMetrics();
  }
}
