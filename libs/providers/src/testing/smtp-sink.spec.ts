import { afterEach, describe, expect, it } from '@jest/globals';
import { createConnection, type Socket } from 'node:net';
import { type SmtpSink, startSmtpSink } from './index.js';

let sink: SmtpSink;
afterEach(() => sink.close());

async function talk(...writes: string[]): Promise<{ socket: Socket; heard: () => string }> {
  const socket = createConnection(sink.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk)).on('error', () => undefined);
  for (const each of writes) {
    socket.write(each);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return { socket, heard: () => heard };
}

const open = 'EHLO me\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n';

describe('SMTP sink', () => {
  it('accepts a message whose end arrives in pieces', async () => {
    sink = await startSmtpSink();
    await talk(open, 'Message-ID: <1@b>\r\n\r\n..dot\r', '\n.', '\r', '\nQUIT\r\n');
    await sink.waitFor(1);
    expect(sink.messages[0]).toMatchObject({ messageId: '<1@b>', envelope: { from: 'a@b.test', to: ['c@d.test'] } });
    expect(sink.messages[0]?.wire.toString()).toBe('Message-ID: <1@b>\r\n\r\n..dot\r\n');
    expect(sink.messages[0]?.raw.toString()).toBe('Message-ID: <1@b>\r\n\r\n.dot\r\n');
  });

  it('ends a message only at CRLF dot CRLF', async () => {
    sink = await startSmtpSink();
    await talk(open, 'a\n.\nb\r.\rc\r\n.\nd\n.\r\ne\r\n.\r\n');
    await sink.waitFor(1);
    expect(sink.messages[0]?.wire.toString()).toBe('a\n.\nb\r.\rc\r\n.\nd\n.\r\ne\r\n');
    expect(sink.taken).toBe(1);
  });

  it('accepts an empty message and another one in the same write', async () => {
    sink = await startSmtpSink();
    await talk(`${open}`, `.\r\n${open}`, 'x\r\n.\r\n');
    await sink.waitFor(2);
    expect(sink.messages.map((message) => message.wire.toString())).toEqual(['', 'x\r\n']);
  });

  it('enforces the order of commands', async () => {
    sink = await startSmtpSink();
    const { heard } = await talk(
      'RCPT TO:<a@b>\r\nDATA\r\nMAIL FROM:<a@b>\r\nMAIL FROM:<a@b>\r\nRSET\r\nMAIL FROM:<a@b>\r\n',
    );
    const codes = () =>
      heard()
        .split('\r\n')
        .map((line) => line.slice(0, 3));
    for (const end = Date.now() + 10_000; codes().length < 8 && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(codes().slice(0, 7)).toEqual(['220', '503', '503', '250', '503', '250', '250']);
  });

  it('counts by Message-ID, calls back, and forgets its script', async () => {
    sink = await startSmtpSink({ keep: false });
    const seen: string[] = [];
    sink.onMessage = (message) => seen.push(message.messageId);
    sink.script({ stage: 'mail', act: { reply: '550 no' } });
    sink.script();
    await talk(open, 'message-id:\r\n <1@b>\r\n\r\nx\r\n.\r\n');
    await talk(open, 'Message-Id: <1@b>\r\n\r\nx\r\n.\r\n');
    await sink.waitFor(2);
    expect([...sink.counts]).toEqual([['<1@b>', 2]]);
    expect([seen, sink.messages]).toEqual([['<1@b>', '<1@b>'], []]);
    await expect(sink.waitFor(3, 20)).rejects.toThrow('2 of 3');
  });
});
