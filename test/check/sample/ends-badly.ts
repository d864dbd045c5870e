import t from 'tap';

t.test('what passes in a process that ends badly', async (t) => {
  t.ok(true);
});

process.prependListener('exit', () => {
  process.exitCode = 7;
});
