import t from 'tap';

t.test('what never holds', async (t) => {
  t.ok(true);
  t.equal(503, 200, 'the answer is there');
});
