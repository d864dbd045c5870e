import t from 'tap';
import { fileSize } from '../../../web/ui/figure/file-size.ts';

t.test('the size of a file is told in the user’s way of writing numbers', async (t) => {
  t.equal(fileSize(1, 'en'), '1 kB');
  t.equal(fileSize(10_240, 'en'), '10 kB');
  t.equal(fileSize(1_572_864, 'en'), '1.5 MB');
  t.equal(fileSize(1_572_864, 'vi'), '1,5 MB');
  t.equal(fileSize(2 * 1024 ** 3, 'en'), '2 GB');
});
