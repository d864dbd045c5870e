import t from 'tap';

t.test('what ends', async (t) => {
  t.ok(true);
});

t.test('what waits for ever', () => new Promise(() => setInterval(() => {}, 1_000)));
