import t from 'tap';
import { postOffice } from '../../mail/post-office.ts';
import { startBrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck } from '../people/class-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { fillRegistration } from './account-forms.ts';

const OWN = 'quiet lamp by the lake';

/** Opens the link of an email at the product under test, wherever the email says that it is. */
const opened = (text: string, baseUrl: string): string =>
  baseUrl + (/https:\/\/nho\.example\.org(\/\S+#[\w-]+)/.exec(text)?.[1] ?? '/no-link');

t.test(
  'MAI-01 MAI-04 MAI-10 PWD-01 ACC-34 by letters to a new password, and to another address',
  async (t) => {
    const post = await postOffice(t);
    const test = await startBrowserTest(t, {
      own: true,
      locale: 'en-US',
      env: { SMTP_URL: post.url, PUBLIC_URL: 'https://nho.example.org', MAIL_FROM: 'school@example.org' },
    });
    const { page, baseUrl } = test;
    const { email } = await makeAccount(test, 'student');

    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText('This is not an email address').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText(`If there is an account for ${email}, an email is on its way.`).waitFor();
    const sent = await post.next(email);

    await page.goto(opened(sent.text, baseUrl));
    await page.getByLabel('New password', { exact: true }).fill(OWN);
    await page.getByLabel('Repeat the new password').fill(OWN);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.waitForURL(`${baseUrl}/student`);

    const other = await (await test.newContext({ locale: 'vi-VN' })).newPage();
    await other.goto(opened(sent.text, baseUrl));
    await other.getByLabel('Mật khẩu mới', { exact: true }).fill('con thuyền trên hồ');
    await other.getByLabel('Nhập lại mật khẩu mới').fill('con thuyền trên hồ');
    await other.getByRole('button', { name: 'Đổi mật khẩu' }).click();
    await other.getByRole('heading', { name: 'Liên kết này không còn dùng được' }).waitFor();
    await other.context().close();

    await page.goto('/account');
    const form = page.getByRole('form', { name: 'Email address' });
    await form.getByLabel('New email address').fill('lan@new.example.org');
    await form.getByLabel('Current password').fill(OWN);
    await form.getByRole('button', { name: 'Send an email there' }).click();
    await form.getByText('An email is on its way to lan@new.example.org').waitFor();
    await page.goto(opened((await post.next('lan@new.example.org')).text, baseUrl));
    const confirm = page.getByRole('button', { name: 'Confirm the address' });
    await confirm.waitFor();
    const standing = await test.sql`select email from users where email = 'lan@new.example.org'`;
    t.same(standing, [], 'SL-172 to open the link confirms nothing');
    await confirm.click();
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor();
    await page.getByText('From now on you log in with lan@new.example.org').waitFor();
    t.match((await post.next(email, 1)).text, /has another email address/);

    // Somebody registers with that address, and sees nothing of its owner.
    const newcomer = await (await test.newContext({ locale: 'en-US' })).newPage();
    await newcomer.goto('/register');
    await fillRegistration(newcomer, 'lan@new.example.org', 'student');
    await newcomer.getByRole('button', { name: 'Create my account' }).click();
    await newcomer.waitForURL(`${baseUrl}/student`);
    await newcomer.goto('/account');
    await newcomer
      .getByText('Your address is not confirmed yet: open the email that was sent to it.')
      .waitFor();
    t.match((await post.next('lan@new.example.org', 1)).text, /You have an account with it already/);
    // Where that letter leads, also in this browser.
    await newcomer.goto('/forgotten-password');
    await newcomer.getByLabel('Email').fill('lan@new.example.org');
    await newcomer.getByRole('button', { name: 'Send me the link' }).click();
    const again = await post.next('lan@new.example.org', 2);
    await newcomer.goto(opened(again.text, baseUrl));
    await newcomer.getByLabel('New password', { exact: true }).fill(OWN);
    await newcomer.getByLabel('Repeat the new password').fill(OWN);
    await newcomer.getByRole('button', { name: 'Change the password' }).click();
    await newcomer.waitForURL(`${baseUrl}/student`);
    await newcomer.goto('/account');
    await newcomer.getByRole('form', { name: 'Email address' }).waitFor();
    t.equal(
      await newcomer.getByText('Your address is not confirmed yet').count(),
      0,
      'back in the own account',
    );
    await newcomer.context().close();
    await t.test('COL-24 COL-25 who is invited by an address comes to the class by the letter', async (t) => {
      const owner = await makeAccount(test, 'teacher', 'Cô Hoa');
      const { id: classId } = await newClass(owner, '10A1', (await newDeck(owner, 'Unit 1')).id);
      await enter(page, owner, `/teacher/classes?classId=${classId}`);
      await page.getByRole('button', { name: 'More about the class' }).click();
      await page.getByRole('menuitem', { name: 'Teachers' }).click();
      const dialog = page.getByRole('dialog', { name: 'Teachers of the class 10A1' });
      const invite = async (address: string) => {
        await dialog.getByLabel('Email address of a teacher').fill(address);
        await dialog.getByRole('button', { name: 'Find' }).click();
        await dialog.getByText('No teacher here has shown this address to be theirs.').waitFor();
        await dialog.getByRole('button', { name: 'Send an email' }).click();
        await dialog.getByText(`An email with a link goes to ${address}.`).waitFor();
      };
      const mallory = await makeAccount(test, 'teacher', 'Mallory');
      await invite(mallory.email);
      t.equal(await dialog.getByText('Mallory').count(), 0, 'nobody has confirmed the address');
      await invite('nam@new.example.org');
      const shown = await dialog.getByLabel('Link of the invitation').inputValue();

      const { text } = await post.next('nam@new.example.org');
      const [, path = ''] = /https:\/\/nho\.example\.org(\/teach\/[\w-]{43})/.exec(text) ?? [];
      t.notOk(shown.endsWith(path), 'it is another link');
      const guest = await (await test.newContext({ locale: 'en-US' })).newPage();
      await guest.goto(baseUrl + path);
      await guest.getByRole('link', { name: 'Create an account' }).click();
      await guest.waitForURL(/\/register\?next=%2Fteach%2F/);
      await enter(guest, await makeAccount(test, 'teacher', 'Thầy Nam'), path);
      await guest.getByRole('button', { name: 'Teach this class' }).click();
      await guest.getByText('With Cô Hoa').waitFor();
      await guest.goto(shown.replace('https://nho.example.org', baseUrl));
      await guest.getByText('This invitation was used already: ask for a new one').waitFor();
      await guest.context().close();
    });
  },
);

const test = screen({ at: '/forgotten-password', locale: 'vi-VN' });

test('MAI-06 LNG-10 where no letters are sent, the page says who helps', async (app) => {
  const { t, page } = app;
  await page
    .getByText('Giáo viên của bạn, hoặc quản trị viên của trường, sẽ cấp mật khẩu mới cho bạn.')
    .waitFor();
  t.equal(await page.getByRole('textbox').count(), 0);

  const teacher = await makeAccount(app, 'teacher');
  await enter(page, teacher, '/account');
  const form = page.getByRole('form', { name: 'Địa chỉ email' });
  await form.getByLabel('Địa chỉ email mới').fill(`moved-${teacher.email}`);
  await form.getByLabel('Mật khẩu hiện tại').fill('not the right one');
  await form.getByRole('button', { name: 'Đổi địa chỉ' }).click();
  await form.getByRole('alert').getByText('Mật khẩu hiện tại không đúng').waitFor();
  t.equal(await page.getByText(`moved-${teacher.email}`).count(), 0);
});
