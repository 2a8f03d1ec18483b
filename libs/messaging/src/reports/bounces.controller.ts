import { Controller, Inject, Req } from '@nestjs/common';
import { BounceTaken } from '@dundun/contracts';
import { UnreadableHookError } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { Bounces } from './bounces.service.js';

const ONE_MEGABYTE = 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
/** No mail looks like this: its header has colons. */
const BASE64 = /^[\w+/\s=-]+$/;

/** Where an operator's own mail server hands over the bounces that it gets. */
@Controller()
export class BouncesController {
  constructor(@Inject(Bounces) private readonly bounces: Bounces) {}

  @Endpoint('POST /hooks/bounces', {
    tag: 'Hooks',
    summary: 'Hand over a mail that came back',
    description:
      'For a mail server that gets the bounces itself. The body is the whole mail as it came, of any content type such as message/rfc822, or JSON `{"raw": "…"}` with the mail as text or as base64; at most 1 MB. Notifications of delivery (RFC 3464), complaints (RFC 5965) and bounces in plain words count, every one once; other mail changes nothing. `matched` says how many of its reports are about recipients of a message of the workspace.',
    access: 'secret',
    returns: BounceTaken,
    refuses: ['too_large'],
    bodyLimit: ONE_MEGABYTE,
    reads: 'bytes',
  })
  async take(@CurrentCaller() { workspaceId }: Caller, @Req() request: FastifyRequest): Promise<BounceTaken> {
    return { status: 'ok', matched: (await this.bounces.take(workspaceId, mailOf(request))) ?? 0 };
  }
}

function mailOf({ headers, body }: FastifyRequest): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (bytes.length === 0) throw new UnreadableHookError('the body is empty');
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return bytes;
  const raw = rawIn(bytes);
  if (raw === undefined) throw new UnreadableHookError('the body is not {"raw": "the mail as text or base64"}');
  return Buffer.from(raw, BASE64.test(raw) ? 'base64' : 'utf8');
}

function rawIn(bytes: Buffer): string | undefined {
  try {
    const { raw } = Object(JSON.parse(bytes.toString())) as { raw?: unknown };
    return typeof raw === 'string' && raw !== '' ? raw : undefined;
  } catch {
    return undefined;
  }
}
