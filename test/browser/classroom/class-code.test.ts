import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { spacedCode } from '../../../core/text/code-text.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { withClass } from '../people/class-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

const test = screen({}, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  const { classroom } = await withClass({ teacher });
  const inAnHour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const newCode = async (isOpen: boolean) =>
    (
      await teacher.call('POST /api/classes/:classId/code', {
        params: { classId: classroom.id },
        body: { ends_at: inAnHour(24), open_until: isOpen ? inAnHour(1) : null },
      })
    ).code;
  return { teacher, classroom, newCode };
});

/** What a camera reads from the QR code that the page shows. */
async function scanned(page: Page): Promise<string | undefined> {
  const image = page.getByRole('img', { name: 'QR code that leads to the class' });
  await image.waitFor();
  const markup = await image.evaluate((svg) => svg.outerHTML);
  // The page's own style is not part of the picture: light and dark are said anew.
  const { pixels, size } = await page.evaluate(async (text) => {
    const holder = document.createElement('div');
    holder.innerHTML = text;
    const svg = holder.querySelector('svg')!;
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    svg.setAttribute('width', '400');
    svg.setAttribute('height', '400');
    svg.querySelector('rect')!.setAttribute('fill', 'white');
    svg.querySelector('path')!.setAttribute('fill', 'black');
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg.outerHTML)}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 });
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    return { pixels: [...context.getImageData(0, 0, 400, 400).data], size: 400 };
  }, markup);
  return jsQR(new Uint8ClampedArray(pixels), size, size)?.data;
}

test('JOI-07 JOI-12 a teacher shows the code and its QR code, opens, renews and ends it, and lets it hold again', async (app) => {
  const { t, page, teacher, classroom, baseUrl } = app;
  await enter(page, teacher, `/teacher/classes?classId=${classroom.id}`);
  await page.getByRole('button', { name: 'Code and QR' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the class 10A1' });
  await dialog.getByText('You approve each student.').waitFor();
  await dialog.getByLabel('Who comes with the code').selectOption('60');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Students are in at once until').waitFor();
  const codeNow = async () =>
    (await teacher.call('GET /api/classes/:classId/code', { params: { classId: classroom.id } })).code;
  const first = await codeNow();
  t.equal(await scanned(page), `${new URL(baseUrl).origin}/join/${first}`);
  await dialog.getByText(spacedCode(first), { exact: true }).waitFor();

  await page.evaluate(() => {
    window.print = () => {};
  });
  await dialog.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: '10A1' }).filter({ visible: true }).waitFor();
  await page.locator('.mantine-Modal-overlay').waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('[data-printed-alone]').waitFor({ state: 'detached' });

  await dialog.getByLabel('Who comes with the code').selectOption('0');
  await dialog.getByRole('button', { name: 'Renew the code' }).click();
  await dialog.getByText('You approve each student.').waitFor();
  const second = await codeNow();
  t.not(second, first);
  t.equal(await scanned(page), `${new URL(baseUrl).origin}/join/${second}`);

  await dialog.getByRole('button', { name: 'End the code' }).click();
  await dialog.getByText(`The code ${spacedCode(second)} has ended`).waitFor();
  await page.getByText('The code has ended: nobody joins by it.').waitFor();
  await dialog.getByRole('button', { name: 'Let the code hold again' }).click();
  await dialog.getByText('You approve each student.').waitFor();
  t.equal(await codeNow(), second);
  await dialog.getByText(`the number of the class, ${classroom.id}`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Class code' }).getByText(spacedCode(second)).waitFor();
});

test('JOI-08 the link leads through registration into the class', async (app) => {
  const { page, newCode } = app;
  const code = await newCode(true);
  await page.goto(`/join/${code}`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/\/register\?next=%2Fjoin%2F/);
  const student = await makeAccount(app, 'student');
  await enter(page, student, `/join/${code}`);
  await page.getByText('You are in at once.').waitFor();
  await page.getByRole('button', { name: 'Join' }).click();
  await notice(page, 'status', 'You are in the class 10A1.').waitFor();
  await page.getByRole('heading', { name: '10A1' }).waitFor();
});

test('JOI-04 JOI-08 a link that holds no longer says so', async (app) => {
  const { page, newCode } = app;
  const code = await newCode(false);
  await newCode(false);
  const student = await makeAccount(app, 'student');
  await enter(page, student, `/join/${code}`);
  await page.getByText(`The code ${code.slice(0, 3)} ${code.slice(3)} is not valid`).waitFor();
});

test('JOI-09 the field takes a code as people type it', async (app) => {
  const { page, newCode } = app;
  const code = await newCode(false);
  const student = await makeAccount(app, 'student');
  await enter(page, student, '/student/classes');
  await page.getByRole('button', { name: 'Join a class' }).click();
  await page
    .getByRole('textbox', { name: 'Number or code of the class' })
    .fill(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw: 10A1' }).waitFor();
});
