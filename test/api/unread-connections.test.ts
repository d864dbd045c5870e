import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { UnreadConnections } from '../../api/guard/unread-connections.ts';

t.test('a refused connection is not read until shortly before it is to come back', async (t) => {
  const unread = new UnreadConnections();
  const wereSentBefore: boolean[] = [];
  /** When the server has answered, and when it has read the next question: how late the client hears of it says nothing. */
  const answered: { at: number; seconds: number }[] = [];
  const readAt: number[] = [];
  const server = createServer((request, answer) => {
    readAt.push(performance.now());
    wereSentBefore.push(unread.wasSentBefore(request.socket));
    const seconds = unread.comeBackAfter();
    answer.once('finish', () => answered.push({ at: performance.now(), seconds }));
    unread.leaveAfter(request, answer, seconds);
    answer.writeHead(503, { 'retry-after': String(seconds), 'content-length': 2 }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  t.teardown(() => {
    client.destroy();
    server.close();
  });
  const ask = async () => {
    client.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n[]');
    let answer = '';
    while (!answer.endsWith('{}')) answer += String((await once(client, 'data'))[0]);
    return Number(/retry-after: (\d+)/i.exec(answer)?.[1]);
  };
  const asked = [await ask(), await ask(), await ask()];
  t.same(
    asked,
    answered.map(({ seconds }) => seconds),
  );
  for (const [index, { at, seconds }] of answered.slice(0, 2).entries()) {
    const waited = readAt[index + 1]! - at;
    t.ok(waited > seconds * 1_000 - 510, `asked again at once, it was read after ${Math.round(waited)} ms`);
  }
  t.same(wereSentBefore, [false, true, true]);
});

t.test('when thousands are to come back, the next are told to come later', async (t) => {
  const unread = new UnreadConnections();
  const told = () => Array.from({ length: 100 }, () => unread.comeBackAfter());
  t.ok(told().every((seconds) => seconds >= 1 && seconds <= 4));
  t.ok(new Set(told()).size > 1, 'not all at the same moment');
});
