import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';

/** The port that the system chooses for an outgoing connection. */
async function outgoingPort(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const { localPort } = socket;
  socket.destroy();
  return localPort!;
}

t.test('a free port is none that an outgoing connection could take before it is listened on', async (t) => {
  const server = createServer();
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const outgoing = await Promise.all(Array.from({ length: 50 }, () => outgoingPort(port)));
  const lowest = Math.min(...outgoing);
  for (let times = 0; times < 50; times++) t.ok((await freePort()) < lowest);
});

t.test('ports that are given are different, and none that is listened on', async (t) => {
  const ports = [await freePort(), await freePort()];
  t.not(ports[0], ports[1]);
  const server = createServer();
  server.listen(ports[1]! + 1, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  t.not(await freePort(), ports[1]! + 1);
});
