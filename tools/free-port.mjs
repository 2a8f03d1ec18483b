import { createServer } from 'node:net';

/** Returns why a server cannot listen on a port: an error code such as EADDRINUSE, or undefined when it can. */
export function whyTaken(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Returns a port that is free at this moment. */
export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ port: 0, host }, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Returns the first free port from `start` up that is not in `without`. */
export async function nextFree(start, host, without = []) {
  for (let port = start; port < start + 500; port++) {
    if (!without.includes(port) && !(await whyTaken(port, host))) return port;
  }
  return freePort(host);
}
