import { afterEach, describe, expect, it } from '@jest/globals';
import { aMail } from '../../testing/index.js';
import { closeAll, sinkAndProvider } from '../testing.js';

const ADA = { name: 'Ada', email: 'ada@example.test' };
const BJORN = { name: 'Björn', email: 'björn@bücher.test' };
const outcomesOf = ({ recipients = [] }: { recipients?: { address: string; outcome: string; detail: string }[] }) =>
  recipients.map(({ address, outcome, detail }) => `${address}: ${outcome}, ${detail}`);
const REFUSED =
  'björn@bücher.test: refused, 553 5.6.7 The next mail server does not offer SMTPUTF8, which this address needs';

describe('an address with a local part beyond ASCII', () => {
  afterEach(() => closeAll());

  it('receives mail through a server that offers SMTPUTF8', async () => {
    const { sink, smtp } = await sinkAndProvider();
    expect(await smtp.send(aMail({ to: [BJORN], cc: [ADA] }))).toMatchObject({ kind: 'accepted' });
    const [message] = sink.messages;
    expect(message?.envelope.to).toEqual(['björn@xn--bcher-kva.test', 'ada@example.test']);
    expect(message?.raw.toString()).toMatch(/^To: =\?UTF-8\?Q\?Bj=C3=B6rn\?= <björn@bücher\.test>\r$/m);
  });

  it('is refused with the reason through a server without it', async () => {
    const { sink, smtp } = await sinkAndProvider({ utf8: false });
    const outcome = await smtp.send(aMail({ to: [BJORN] }));
    expect(outcome).toMatchObject({ kind: 'refused', code: '5.6.7' });
    expect(outcomesOf(outcome)).toEqual([REFUSED]);
    expect(sink.messages).toEqual([]);
    expect(await smtp.send(aMail({ to: [ADA] }))).toMatchObject({ kind: 'accepted' });
    expect(sink.connections.total).toBe(1);
  });

  it('does not keep the mail from the others, whose copy does not name it', async () => {
    const { sink, smtp } = await sinkAndProvider({ utf8: false });
    const outcome = await smtp.send(aMail({ to: [ADA, BJORN], cc: [BJORN] }));
    expect(outcome.kind).toBe('accepted');
    expect(outcomesOf(outcome)).toEqual([expect.stringMatching(/^ada@example\.test: accepted/), REFUSED, REFUSED]);
    const [message] = sink.messages;
    expect(message?.envelope.to).toEqual(['ada@example.test']);
    // eslint-disable-next-line no-control-regex -- the whole of ASCII is what it looks for
    expect(message?.raw.toString('latin1')).toMatch(/^[\x00-\x7f]*$/);
  });
});
