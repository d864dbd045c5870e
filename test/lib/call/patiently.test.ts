import t from 'tap';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { patiently } from '../../../web/lib/call/patiently.ts';

const busy = new ApiError(503, 'overloaded', 'busy', { retryAfter: 4 });

t.test('DN-01 a login is sent again as long as the server is busy', async (t) => {
  const pauses: number[] = [];
  let calls = 0;
  const answer = await patiently(
    async () => {
      if (++calls < 4) throw busy;
      return 'in';
    },
    async (milliseconds) => pauses.push(milliseconds),
  );
  t.same([answer, calls, pauses.length], ['in', 4, 3]);
  t.ok(
    pauses.every((pause) => pause >= 2_000 && pause <= 6_000),
    'about as long as it asks for',
  );
});

t.test('DN-01 not for ever, and not after any other refusal', async (t) => {
  let waited = 0;
  const wait = async (milliseconds: number) => {
    waited += milliseconds;
  };
  await t.rejects(
    patiently(() => Promise.reject(busy), wait),
    { code: 'overloaded' },
  );
  t.ok(waited >= 120_000 && waited < 130_000);

  for (const error of [new ApiError(401, 'wrong_credentials', 'wrong'), new Error('a mistake')]) {
    let calls = 0;
    const call = () => {
      calls++;
      return Promise.reject(error);
    };
    await t.rejects(patiently(call, wait), error);
    t.equal(calls, 1);
  }
});
