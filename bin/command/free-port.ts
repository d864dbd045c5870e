import { createServer } from 'node:net';

/** Why `port` cannot be listened on (a system error code such as EADDRINUSE), or undefined when it can. */
export function portProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Above the ports of usual services, below those that systems give to outgoing connections (Linux from 32,768 on). */
const [FIRST, LAST] = [10_000, 32_700];

// Each process begins elsewhere, so that two that look at the same moment seldom find the same.
let next = FIRST + ((process.pid * 16) % (LAST - FIRST));

/**
 * A TCP port of 127.0.0.1 that nobody listens on now. A program may listen there, end and come back: no outgoing
 * connection takes the port meanwhile, as it may those that a system chooses itself. Throws when all are taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = FIRST; tries <= LAST; tries++) {
    const port = next;
    next = port === LAST ? FIRST : port + 1;
    if (!(await portProblem('127.0.0.1', port))) return port;
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free`);
}
