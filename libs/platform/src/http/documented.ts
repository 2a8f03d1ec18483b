import { applyDecorators } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBody,
  ApiCookieAuth,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { ErrorView, ProblemView } from '@dundun/contracts';
import { hasRole, ROLES, type Role } from '@dundun/domain';
import type { EndpointOptions, Method, Refused, RouteFacts } from './route-facts.js';
import { KEY_LIMITS } from './key-limits.js';

const LEVELS = {
  none: 'No credentials.',
  key: 'Credentials: the API key as user name; the secret can stay empty.',
  secret: 'Credentials: API key and secret.',
  console: 'Credentials: API key and secret, or a console session.',
};

const SENTENCES: Record<number, string> = {
  400: 'The input is invalid; the text names every wrong field.',
  401: 'Missing, malformed or unknown credentials, or a wrong secret.',
  403: 'The operation needs the secret, another kind of key, or a higher role of the member.',
  404: 'Unknown, or part of another workspace.',
  409: 'A conflict: see the header Dundun-Error.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'This Idempotency-Key was used with another body or other credentials.',
  429: 'Too many calls; retry after the seconds in Retry-After.',
  503: 'The database is unreachable or overloaded; retry after the seconds in Retry-After.',
};

const EXAMPLES: Record<number, [code: string, error: string]> = {
  400: ['invalid_input', 'title must be 1 to 64 characters.'],
  401: ['wrong_credentials', 'Wrong authentication credentials.'],
  403: ['secret_needed', 'This operation needs the API secret as the password, not the key alone.'],
  404: ['unknown_list', 'There is no such list.'],
  409: ['list_archived', 'The list is archived.'],
  413: ['body_too_large', 'The body is larger than 102400 bytes.'],
  415: [
    'unsupported_media_type',
    'The body must be JSON, not compressed, sent with the content type application/json.',
  ],
  422: ['idempotency_key_reused', 'This Idempotency-Key was used with another body or other credentials.'],
  429: ['rate_limited', 'Too many requests. Slow down and try again.'],
  503: ['unavailable', 'The service is not available right now. Try again shortly.'],
};

const REFUSED: Record<Refused, number> = {
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  conflict: 409,
  limited: 429,
  too_large: 413,
};

/** Adds the OpenAPI description of a route: access level, headers, answer and every error. */
export function Documented(method: Method, facts: RouteFacts, options: EndpointOptions): MethodDecorator {
  const { returns, access } = options;
  const [type, isArray] = Array.isArray(returns) ? [returns[0], true] : [returns, false];
  return applyDecorators(
    ApiTags(options.tag),
    ApiOperation({
      summary: options.summary,
      description: describe(facts, options),
      ...(options.operationId === undefined ? {} : { operationId: options.operationId }),
      ...(access === 'none' ? { security: [] } : {}),
    }),
    ApiExtension('x-access', access),
    ...(options.role ? [ApiExtension('x-role', options.role)] : []),
    ...(options.limited ? [ApiExtension('x-limited', options.limited)] : []),
    ApiProduces(options.produces ?? 'application/json'),
    ...(access === 'none' ? [] : [ApiBasicAuth('basic')]),
    ...(access === 'console' ? [ApiCookieAuth('session')] : []),
    ...(facts.takesIdempotencyKey ? [idempotencyHeader()] : []),
    ...(facts.takesIdentity ? [identityHeader()] : []),
    ...(facts.body ? [ApiBody({ type: facts.body, examples: examplesOf(options) })] : []),
    ApiResponse({ status: 200, type, isArray, description: 'Done.', headers: RESPONSE_HEADERS }),
    ...statusesOf(method, facts, options).map(errorResponse),
  );
}

function describe(facts: RouteFacts, options: EndpointOptions): string {
  const limits =
    facts.access === 'key'
      ? ` With the key alone: at most ${KEY_LIMITS.key.perSecond} calls a second per key, ${KEY_LIMITS.user.perSecond} per user, ${KEY_LIMITS.address.perSecond} per address (IPv6: per /64), with bursts of ${KEY_LIMITS.key.burst}, ${KEY_LIMITS.user.burst} and ${KEY_LIMITS.address.burst}.`
      : '';
  const role = facts.member ? ` Role of a member: ${rolesFrom(facts.member.role)}.` : '';
  return `${options.description ? `${options.description} ` : ''}${LEVELS[facts.access]}${role}${limits}`;
}

const rolesFrom = (least: Role) => ROLES.filter((role) => hasRole(role, least)).join(', ');

function statusesOf(method: Method, facts: RouteFacts, { refuses = [] }: EndpointOptions): number[] {
  const all = new Set<number>(refuses.map((kind) => REFUSED[kind]));
  if (facts.body || facts.query) all.add(400);
  if (method !== 'GET') for (const status of [400, 413, 415]) all.add(status);
  if (facts.access !== 'none') all.add(401);
  if (facts.access !== 'none' || facts.browserKey) all.add(403);
  if (facts.access === 'key') all.add(429);
  if (facts.takesIdempotencyKey) for (const status of [409, 422]) all.add(status);
  // Any request may be malformed.
  if (all.size === 0) all.add(400);
  all.add(503);
  return [...all].sort((a, b) => a - b);
}

const RESPONSE_HEADERS = {
  'Request-Id': {
    description: 'Identifies this request in logs, jobs and webhooks.',
    schema: { type: 'string' as const },
  },
  'Dundun-Notice': {
    description: 'Accepted input that is probably a mistake, such as unknown body keys.',
    schema: { type: 'string' as const },
  },
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const } } };

function errorResponse(status: number): MethodDecorator {
  const [code, error] = EXAMPLES[status] as [string, string];
  return ApiResponse({
    status,
    description: SENTENCES[status] as string,
    headers: {
      'Request-Id': RESPONSE_HEADERS['Request-Id'],
      'Dundun-Error': { description: `A stable code, such as ${code}.`, schema: { type: 'string', example: code } },
      ...([409, 429, 503].includes(status) ? RETRY_AFTER : undefined),
    },
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${ErrorView.name}` }, example: { error } },
      'application/problem+json': { schema: { $ref: `#/components/schemas/${ProblemView.name}` } },
    },
  });
}

const idempotencyHeader = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: '1 to 255 visible ASCII characters. The same key and body within 24 hours replays the stored answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

const identityHeader = () =>
  ApiHeader({
    name: 'Dundun-Identity',
    required: false,
    description:
      'With the key alone: the hex HMAC-SHA256 of the uid under the identity secret of the workspace, made by your server ' +
      'for the user it has signed in. Of a merge, the uid of the destination.',
    schema: { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' },
  });

const examplesOf = ({ examples }: EndpointOptions) =>
  examples && Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { summary: name, value }]));
