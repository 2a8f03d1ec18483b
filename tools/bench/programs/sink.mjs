// The SMTP server that everything is delivered to. Told to expect so many messages, it answers with the milliseconds
// from the first of them to the last.
import { startSmtpSink } from '@dundun/providers/testing';

let left = 0;
let firstAt = 0;

const sink = await startSmtpSink({
  keep: false,
  onMessage() {
    if (left === 0) return;
    firstAt ||= performance.now();
    left -= 1;
    if (left === 0) process.send({ ms: performance.now() - firstAt });
  },
});
process.on('message', ({ expect }) => {
  left = expect;
  firstAt = 0;
});
process.send({ ready: true, url: sink.url, port: sink.port });
