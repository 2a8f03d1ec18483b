import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { WrongCredentialsError } from '@dundun/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { allMetrics } from './cluster-metrics.js';
import { ReadinessChecks, type ReadinessReport } from './readiness.js';
import { shutdown } from './shutdown.js';

collectDefaultMetrics();

const STOPPING: ReadinessReport = { status: 'unavailable', checks: { shutdown: 'the process was told to stop' } };

/** Health and metrics for operators. Excluded from the OpenAPI document, which is for integrators. */
@ApiExcludeController()
@Controller()
export class OperationsController {
  constructor(
    @Inject(ReadinessChecks) private readonly checks: ReadinessChecks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    assertOperator(headers.authorization, this.config.METRICS_TOKEN);
    const report = shutdown.begun ? STOPPING : await this.checks.run();
    reply.status(report.status === 'unavailable' ? 503 : 200);
    return report;
  }

  @Get('metrics')
  @Header('Content-Type', register.contentType)
  metrics(@Req() { headers }: FastifyRequest) {
    assertOperator(headers.authorization, this.config.METRICS_TOKEN);
    return allMetrics();
  }
}

/** Checks the bearer token, or the password of basic credentials. @throws WrongCredentialsError */
function assertOperator(authorization = '', token: string | undefined): void {
  if (token === undefined) return;
  const [scheme = '', value = ''] = authorization.split(' ');
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : value;
  if (!timingSafeEqual(hashOf(given), hashOf(token))) throw new WrongCredentialsError();
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();
