// The load generator, a separate process: a number of connections with one request each at a time, without pipelining. It speaks
// HTTP over bare sockets, because it shares the cores with the server that it measures.
import { connect } from 'node:net';
import { REQUESTS } from '../requests.mjs';

/** Sends requests over one connection until `isOver` and reports the milliseconds of each answer. */
function keepAsking(port, next, isOver, onAnswer) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let open = '';
    const ask = () => {
      if (isOver()) return void socket.end();
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      open += chunk.latin1Slice();
      const head = open.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(open)?.[1]);
      if (open.length < head + 4 + length) return;
      onAnswer(performance.now() - sentAt, open.startsWith('HTTP/1.1 200'), open);
      open = '';
      ask();
    });
    socket.on('close', resolve);
    socket.on('error', reject);
  });
}

/** Before the measurement: an idle server needs a moment to reach its full rate. */
const LEAD_MS = 500;

async function burst({ port, kind, connections, seconds, ...options }) {
  const next = REQUESTS[kind](options);
  const times = [];
  let refused = 0;
  let sample;
  const begin = performance.now() + LEAD_MS;
  const end = begin + seconds * 1000;
  const onAnswer = (ms, isRight, text) => {
    const now = performance.now();
    if (now >= begin && now < end) times.push(ms);
    if (isRight) return;
    refused += 1;
    sample ??= text.slice(0, 500);
  };
  const isOver = () => performance.now() >= end;
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, next, isOver, onAnswer)));
  if (refused > 0) throw new Error(`${refused} of ${times.length} were refused, such as:\n${sample}`);
  const sorted = Float64Array.from(times).sort();
  const at = (part) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

process.on('message', (message) => {
  burst(message).then(
    (result) => process.send(result),
    (error) => process.send({ error: error.message }),
  );
});
process.channel.ref(); // end-with-parent.mjs has unreferenced it, and nothing else keeps this process alive
