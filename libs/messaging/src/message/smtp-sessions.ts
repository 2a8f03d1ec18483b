import type { SMTPServer } from 'smtp-server';

/** Ends each connection after this many milliseconds. A client that sends a byte now and then never runs into the idle timeout. */
export function limitSessions(server: SMTPServer, ms: number): void {
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), ms).unref();
    socket.once('close', () => clearTimeout(timer));
  });
}
