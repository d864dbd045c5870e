import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../bin/command/free-port.ts';

/** The line between a browser and the product, which can be cut as a network is: what is open ends, nothing begins. */
export async function openLine(to: string) {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const onward = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const own = await freePort();
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    close() {
      endAll();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
