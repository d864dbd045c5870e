import { screen } from '../harness/screen.ts';

const test = screen({ at: '/privacy' });
const inVietnamese = screen({ at: '/privacy', locale: 'vi-VN' });

test('RET-04 the page about privacy names refused logins, reports, sessions and mixed-up cards', async ({
  t,
  page,
}) => {
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  for (const [name, text] of [
    ['What is kept', 'except those of refused logins: they stand in the server’s log, without a name'],
    ['What is kept', 'in which browsers you are logged in'],
    ['What is kept', 'the number and the email address by which it knows you'],
    ['What is kept', 'What you report of a card'],
    ['Who sees it', 'Only teachers of your classes see your name with it'],
    ['Who sees it', 'Which cards a class mixes up its teachers see without names'],
    ['For how long', 'Addresses of refused logins: as long as'],
    ['For how long', 'What you report of a card: until'],
  ] as const)
    await part(name).getByText(text).waitFor();
  t.pass();
});

inVietnamese('RET-04 so does the Vietnamese one', async ({ t, page }) => {
  for (const text of ['trừ địa chỉ của những lần đăng nhập bị từ chối', 'Khi bạn báo lỗi một thẻ'])
    await page.getByText(text).first().waitFor();
  t.pass();
});
