import { Body, Controller, Inject, Param, Res } from '@nestjs/common';
import { MessageAccepted, PreviewTemplateBody, TemplatePreview, TestTemplateBody } from '@dundun/contracts';
import type { IdempotencyClaim } from '@dundun/platform/database';
import { Claim, CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';
import { sendAnswer } from './send-answer.js';
import { PREVIEW_EXAMPLES, TEST_EXAMPLES } from '../templates/template-examples.js';
import { TemplateTrials } from './template-trials.service.js';

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
    returns: TemplatePreview,
    refuses: ['unknown'],
    examples: PREVIEW_EXAMPLES,
  })
  async preview(
    @CurrentCaller() { workspaceId }: Caller,
    @Param('id') id: string,
    @Body() { variables, uid, version }: PreviewTemplateBody,
  ): Promise<TemplatePreview> {
    const { parts, missing } = await this.trials.preview(workspaceId, id, { variables, uid, version });
    const { subject = null, html = null, text = null } = parts;
    return { subject, html, text, missing };
  }

  @Endpoint('POST /console/templates/:id/test', {
    ...DOCUMENTED,
    role: 'marketer',
    operationId: 'testTemplate',
    summary: 'Send a test of a template',
    description: 'Counts like any other send. The subject begins with [Test].',
    returns: MessageAccepted,
    refuses: ['limited', 'unknown'],
    examples: TEST_EXAMPLES,
  })
  async test(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { to, from, variables, uid }: TestTemplateBody,
    @RequestOrigin() { requestId }: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Claim() claim?: IdempotencyClaim,
  ): Promise<unknown> {
    return sendAnswer(reply, await this.trials.send(caller, id, { to, from, variables, uid, requestId }, claim));
  }
}
