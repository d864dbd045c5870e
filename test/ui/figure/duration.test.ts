import '../../locales/lingui-macros.ts';
import { setupI18n } from '@lingui/core';
import t from 'tap';

const { formatDuration } = await import('../../../web/ui/figure/duration.ts');
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
