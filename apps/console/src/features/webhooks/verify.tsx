import { useState } from 'react';
import { Segmented } from '@/components/ui/segmented';
import { Snippet } from '@/components/ui/snippet';
import { words } from './words';

const SAMPLES = {
  node: `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.DUNDUN_WEBHOOK_SECRET);

app.post('/hooks/dundun', express.raw({ type: 'application/json' }), (request, response) => {
  const { type, data } = webhook.verify(request.body, request.headers); // throws when it is not genuine
  response.sendStatus(204);
});`,
  python: `from standardwebhooks import Webhook

webhook = Webhook(os.environ["DUNDUN_WEBHOOK_SECRET"])

@app.post("/hooks/dundun")
def receive():
    event = webhook.verify(request.get_data(), request.headers)  # raises when it is not genuine
    return "", 204`,
};

/** Calls a receiver as Dundun does: signed with the secret. */
const signedCall = (url: string) => `BODY='{"type":"webhook.test","timestamp":"2026-11-20T09:30:00.000Z","data":{}}'
ID=msg_1; AT=$(date +%s)
KEY=$(printf %s "\${DUNDUN_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$AT.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl '${url.replaceAll("'", '%27')}' -H 'Content-Type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $AT" -H "webhook-signature: v1,$SIGNATURE" -d "$BODY"`;

/** How a receiver checks signatures, and how to call it by hand. */
export function Verify({ url }: { url: string }) {
  const [language, setLanguage] = useState<'node' | 'python' | 'curl'>('node');
  return (
    <section aria-labelledby="verify" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="verify" className="text-sm font-semibold tracking-tight">
            {words.verify}
          </h2>
          <p className="text-[13px] text-muted">{words.verifyText}</p>
        </div>
        <Segmented
          label={words.verify}
          value={language}
          options={[
            { value: 'node', label: words.node },
            { value: 'python', label: words.python },
            { value: 'curl', label: words.curl },
          ]}
          onChange={setLanguage}
        />
      </div>
      <Snippet label={words[language]} code={language === 'curl' ? signedCall(url) : SAMPLES[language]} />
    </section>
  );
}
