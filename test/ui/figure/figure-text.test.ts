import { setupI18n } from '@lingui/core';
import t from 'tap';
import { formatDuration } from '../../../web/ui/figure/duration.ts';
import { fileSize } from '../../../web/ui/figure/file-size.ts';
import { percentLabel } from '../../../web/ui/figure/percent-bar.tsx';

t.test('the size of a file is told in the user’s way of writing numbers', async (t) => {
  t.equal(fileSize(1, 'en'), '1 kB');
  t.equal(fileSize(10_240, 'en'), '10 kB');
  t.equal(fileSize(1_572_864, 'en'), '1.5 MB');
  t.equal(fileSize(1_572_864, 'vi'), '1,5 MB');
  t.equal(fileSize(2 * 1024 ** 3, 'en'), '2 GB');
});

t.test(
  'GLB-16 a percentage stands inside its bar from 10 on, and is brought inside of 0 to 100',
  async (t) => {
    t.same(percentLabel(10), { percent: 10, fits: true });
    t.same(percentLabel(100), { percent: 100, fits: true });
    t.same(percentLabel(9), { percent: 9, fits: false });
    t.equal(percentLabel(9.9).fits, false);
    t.same(percentLabel(0), { percent: 0, fits: false });
    t.equal(percentLabel(120).percent, 100);
    t.equal(percentLabel(-3).percent, 0);
  },
);

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const format = (seconds: number) => formatDuration(seconds, i18n);

t.test('GLB-17 hours and minutes, or minutes and seconds, or seconds only', async (t) => {
  t.equal(format(0), '0s');
  t.equal(format(59), '59s');
  t.equal(format(60), '1m 0s');
  t.equal(format(303), '5m 3s');
  t.equal(format(3_599), '59m 59s');
  t.equal(format(3_600), '1h 0m');
  t.equal(format(3_959), '1h 5m');
  t.equal(format(90_000), '25h 0m');
});

t.test('GLB-17 parts of a second do not count', async (t) => {
  t.equal(format(59.9), '59s');
  t.equal(format(-1), '0s');
});
