import t from 'tap';

t.test('what holds', async (t) => {
  t.equal(1, 1);
  t.ok(true);
});
