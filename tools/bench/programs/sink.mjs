// The SMTP server that receives all mail. Given a number of messages to expect, it reports the milliseconds from the first to the
// last of them.
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
