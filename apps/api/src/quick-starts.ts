/** The beginnings of docs/quickstarts, as far as the first message; `quickstarts.e2e.spec.ts` compares and runs them. */
const QUICK_STARTS: { title: string; fence: string; code: string }[] = [
  {
    title: 'curl',
    fence: 'sh',
    code: String.raw`dundun() {
  local method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" -u "$DUNDUN_API_KEY:$DUNDUN_API_SECRET" \
    -H 'Content-Type: application/json' "$DUNDUN_URL$path" "$@"
  echo
}
id() { sed 's/.*"id":"\([^"]*\)".*/\1/'; }

MESSAGE=$(dundun POST /v1/send/email -H 'Idempotency-Key: receipt-grace-1001' -d '{
  "from": {"name": "Ada", "email": "ada@dundun.test"},
  "to": "grace@example.com",
  "subject": "Your receipt",
  "html": "<p>Thank you, <b>Grace</b>.</p>"
}' | id)
echo "message $MESSAGE"
`,
  },
  {
    title: 'Node',
    fence: 'js',
    code: String.raw`import { Dundun } from '@dundun/node';

const dundun = new Dundun({
  baseUrl: process.env.DUNDUN_URL,
  apiKey: process.env.DUNDUN_API_KEY,
  apiSecret: process.env.DUNDUN_API_SECRET,
});

const message = await dundun.send.email(
  {
    from: { name: 'Grace', email: 'grace@dundun.test' },
    to: 'ada@example.com',
    subject: 'Your receipt',
    html: '<p>Thank you, <b>Ada</b>.</p>',
  },
  { idempotencyKey: 'receipt-ada-1001' },
);
console.log('message', message.id);
`,
  },
  {
    title: 'Browser',
    fence: 'js',
    code: String.raw`import { init } from '@dundun/browser';

const dundun = init({ baseUrl: 'http://127.0.0.1:3000', key: 'dk_…' });

dundun.page();
dundun.track('Plan chosen', { plan: 'pro' });
`,
  },
  {
    title: 'Python',
    fence: 'python',
    code: String.raw`import base64
import json
import os
import urllib.error
import urllib.request

URL = os.environ["DUNDUN_URL"]
CREDENTIALS = os.environ["DUNDUN_API_KEY"] + ":" + os.environ["DUNDUN_API_SECRET"]


def dundun(method, path, body=None, idempotency_key=None):
    headers = {
        "Authorization": "Basic " + base64.b64encode(CREDENTIALS.encode()).decode(),
        "Content-Type": "application/json",
    }
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise RuntimeError(json.load(refusal)["error"]) from None

message = dundun(
    "POST",
    "/v1/send/email",
    {
        "from": {"name": "Ada", "email": "ada@dundun.test"},
        "to": "katherine@example.com",
        "subject": "Your receipt",
        "html": "<p>Thank you, <b>Katherine</b>.</p>",
    },
    idempotency_key="receipt-katherine-1001",
)
print("message", message["id"])
`,
  },
  {
    title: 'PHP',
    fence: 'php',
    code: String.raw`<?php

function dundun(string $method, string $path, ?array $body = null, array $headers = []): array
{
    $credentials = base64_encode(getenv('DUNDUN_API_KEY') . ':' . getenv('DUNDUN_API_SECRET'));
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => ["Authorization: Basic $credentials", 'Content-Type: application/json', ...$headers],
        'content' => $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR),
        'ignore_errors' => true,
        'timeout' => 30,
    ]]);
    $text = file_get_contents(getenv('DUNDUN_URL') . $path, false, $context);
    if ($text === false) {
        throw new RuntimeException('Dundun does not answer.');
    }
    $answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    if (isset($answer['error'])) {
        throw new RuntimeException($answer['error']);
    }
    return $answer;
}

$message = dundun('POST', '/v1/send/email', [
    'from' => ['name' => 'Ada', 'email' => 'ada@dundun.test'],
    'to' => 'radia@example.com',
    'subject' => 'Your receipt',
    'html' => '<p>Thank you, <b>Radia</b>.</p>',
], ['Idempotency-Key: receipt-radia-1001']);
echo 'message ', $message['id'], PHP_EOL;
`,
  },
];

/** A quick start for each language, folded up, for the description of the OpenAPI document. */
export const quickStarts = (server: string): string =>
  [
    `**Quick starts.** On a server the credentials come from the environment: \`export DUNDUN_URL=${server} ` +
      'DUNDUN_API_KEY=dk_… DUNDUN_API_SECRET=ds_…`. All go on in `docs/quickstarts` of the repository.',
    ...QUICK_STARTS.map(({ title, fence, code }) =>
      ['<details>', `<summary>${title}</summary>`, '', `\`\`\`${fence}`, `${code}\`\`\``, '', '</details>'].join('\n'),
    ),
  ].join('\n\n');
