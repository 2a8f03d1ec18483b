import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import {
  MessageAccepted,
  PreviewTemplateBody,
  TemplatePreflight,
  TemplatePreview,
  TestTemplateBody,
} from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { Claim, CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { sendAnswer } from './send-answer.js';
import { PREVIEW_EXAMPLES, TEST_EXAMPLES } from '../templates/template-examples.js';
import { TemplateTrials } from './template-trials.service.js';

const BODY_LIMIT = 8 * 1024 * 1024;
const DOCUMENTED = { tag: 'Console', access: 'console' } as const;

/** Previews stored templates, and sends tests, which are accepted like any other send. */
@Controller()
export class TemplateTrialsController {
  constructor(@Inject(TemplateTrials) private readonly trials: TemplateTrials) {}

  @Endpoint('POST /console/templates/:id/preview', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    operationId: 'previewTemplate',
    summary: 'Preview a template',
    description: 'Sources in the body replace those of the template, so that a change can be seen before it is saved.',
    returns: TemplatePreview,
    refuses: ['unknown'],
    examples: PREVIEW_EXAMPLES,
    bodyLimit: BODY_LIMIT,
  })
  async preview(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: PreviewTemplateBody,
  ): Promise<TemplatePreview> {
    const { parts, missing, variables } = await this.trials.preview(workspaceId, id, body);
    const { subject = null, html = null, text = null } = parts;
    return { subject, html, text, missing, variables };
  }

  @Endpoint('POST /console/templates/:id/preflight', {
    ...DOCUMENTED,
    role: 'viewer',
    limited: 'neutral',
    operationId: 'checkTemplate',
    summary: 'Check a template before it is sent',
    description:
      'Looks for an unsubscribe link, variables without a value, links that lead nowhere, images without alternative text, HTML ' +
      'over 102 KB and languages that lack a part. The body is that of a preview.',
    returns: TemplatePreflight,
    refuses: ['unknown'],
    examples: PREVIEW_EXAMPLES,
    bodyLimit: BODY_LIMIT,
  })
  async preflight(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() body: PreviewTemplateBody,
  ): Promise<TemplatePreflight> {
    return this.trials.preflight(workspaceId, id, body);
  }

  @Endpoint('POST /console/templates/:id/test', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'testTemplate',
    summary: 'Send a test of a template',
    description:
      'Counts like any other send. The subject begins with [Test]. Sources in the body replace those of the template.',
    returns: MessageAccepted,
    refuses: ['limited', 'unknown'],
    examples: TEST_EXAMPLES,
    bodyLimit: BODY_LIMIT,
  })
  async test(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: TestTemplateBody,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return sendAnswer(reply, await this.trials.send(caller, id, { ...body, requestId }, claim));
  }
}
