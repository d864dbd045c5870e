import t from 'tap';
import { progressFileName, progressTable } from '../../../web/classroom/progress/progress-tab.tsx';
import { csvText } from '../../../web/lib/text/csv.ts';

t.test('the file has what is shown, in the order shown', async (t) => {
  const row = { student_id: 1, time_spent: '1m 3s', cards_studied: 12, time_spent_seconds: 63 };
  const table = progressTable(
    [
      { ...row, name: '=Lan', email: 'lan@example.org' },
      { ...row, name: 'An, Bình', email: '+an@example.org' },
    ],
    { head: ['Tên', 'Email', 'Thẻ', 'Thời gian', 'Giây'], duration: (seconds) => `${seconds} giây` },
  );
  t.equal(
    csvText(table),
    [
      '\uFEFFTên,Email,Thẻ,Thời gian,Giây',
      "'=Lan,lan@example.org,12,63 giây,63",
      `"An, Bình",'+an@example.org,12,63 giây,63`,
      '',
    ].join('\r\n'),
  );
});

t.test('the name of the file tells class and dates', async (t) => {
  t.equal(progressFileName(12, {}), 'class-12-progress.csv');
  t.equal(
    progressFileName(12, { start_date: '2026-11-01', end_date: '2026-11-21' }),
    'class-12-progress-from-2026-11-01-until-2026-11-21.csv',
  );
  t.equal(progressFileName(12, { end_date: '2026-11-21' }), 'class-12-progress-until-2026-11-21.csv');
});
