import { Controller, Inject, Req } from '@nestjs/common';
import { BounceTaken } from '@dundun/contracts';
import { UnreadableHookError } from '@dundun/domain';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { Bounces } from './bounces.service.js';

const ONE_MEGABYTE = 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
/** Matches no mail, because a mail header contains colons. */
const BASE64 = /^[\w+/\s=-]+$/;

/** Takes bounces from an operator's own mail server. */
@Controller()
export class BouncesController {
  constructor(@Inject(Bounces) private readonly bounces: Bounces) {}

  @Endpoint('POST /hooks/bounces', {
    tag: 'Hooks',
    summary: 'Hand over a bounced mail',
    description:
      'For a mail server that receives the bounces itself. The body is the complete mail as received, with any content type such as message/rfc822, or JSON `{"raw": "…"}` with the mail as text or base64; at most 1 MB. Delivery status notifications (RFC 3464), complaints (RFC 5965) and plain-text bounces each count once; other mail changes nothing. `matched` is the number of reports about recipients of a message of the workspace.',
    access: 'secret',
    role: 'admin',
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
