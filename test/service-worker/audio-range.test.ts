import t from 'tap';
import { answerRange, rangeOf } from '../../web/service-worker/audio-range.ts';

t.test('the ways to ask for a part of a file', async (t) => {
  t.same(rangeOf('bytes=0-', 100), [0, 99]);
  t.same(rangeOf('bytes=10-19', 100), [10, 19]);
  t.same(rangeOf('bytes=90-500', 100), [90, 99], 'to the end at most');
  t.same(rangeOf('bytes=-5', 100), [95, 99], 'the last bytes');
  t.same(rangeOf('bytes=-500', 100), [0, 99]);
  for (const nothing of ['bytes=100-', 'bytes=20-10', 'bytes=-', 'bytes=0-1,5-6', 'letters=1-2', ''])
    t.equal(rangeOf(nothing, 100), null, nothing);
});

t.test('a kept file is answered whole, in parts, and not beyond its end', async (t) => {
  const kept = () => new Response('0123456789', { headers: { 'Content-Type': 'audio/mpeg' } });
  const whole = await answerRange(kept(), null);
  t.same([whole.status, await whole.text()], [200, '0123456789']);
  const part = await answerRange(kept(), 'bytes=2-4');
  t.same([part.status, await part.text()], [206, '234']);
  t.match(Object.fromEntries(part.headers), {
    'accept-ranges': 'bytes',
    'content-length': '3',
    'content-range': 'bytes 2-4/10',
    'content-type': 'audio/mpeg',
  });
  const beyond = await answerRange(kept(), 'bytes=10-');
  t.same([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10']);
});
