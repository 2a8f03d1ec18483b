import { connect } from 'node:net';

/** A connection to an SMTP server, line by line. */
export interface SmtpTalk {
  greeting: string;
  /** @returns the last line of the reply, or `closed` if the server closed the connection */
  say(line: string): Promise<string>;
  /** Sends bytes unchanged without waiting. */
  write(bytes: string | Buffer): void;
  /** Waits for an unsolicited reply. */
  next(): Promise<string>;
  end(): void;
}

/** Opens a connection and waits for the greeting. */
export async function talkSmtp(port: number): Promise<SmtpTalk> {
  const socket = connect({ host: '127.0.0.1', port });
  const replies: string[] = [];
  let unfinished = '';
  let isClosed = false;
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    const lines = (unfinished + chunk.toString()).split('\r\n');
    unfinished = lines.pop() ?? '';
    replies.push(...lines.filter((line) => /^\d{3} /.test(line)));
    wake();
  });
  // The error shows as `closed`.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  const next = async (): Promise<string> => {
    while (replies.length === 0 && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
    return replies.shift() ?? 'closed';
  };
  return {
    greeting: await next(),
    say: (line) => {
      socket.write(`${line}\r\n`);
      return next();
    },
    write: (bytes) => void socket.write(bytes),
    next,
    end: () => void socket.destroy(),
  };
}

/** Delivers a mail like another server, from the empty sender by default. @returns the reply to the mail, or the first refusal */
export async function deliverMail(port: number, to: string, raw: string | Buffer, from = ''): Promise<string> {
  const talk = await talkSmtp(port);
  try {
    let reply = talk.greeting;
    for (const line of ['EHLO mx.example.test', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      if (!/^[23]/.test(reply)) return reply;
      reply = await talk.say(line);
    }
    if (!reply.startsWith('354')) return reply;
    return await talk.say(`${raw.toString().replace(/^\./gm, '..')}\r\n.`);
  } finally {
    talk.end();
  }
}
