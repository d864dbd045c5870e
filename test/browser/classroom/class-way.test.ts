import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import {
  allSaved,
  flashcard,
  goOnButton,
  openDeck,
  rating,
  revealButton,
  study,
} from '../people/learning-in-browser.ts';
import { enter, type Person } from '../people/person.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Type the answer' });
const said = 'Your class “10A1” practises this deck by typing.';

/** How this student was asked, in the order of the answers. */
const modesOf = async ({ db }: BrowserTest, { id }: Person) => {
  const { rows } = await db.query<{ mode: string }>(
    `select data ->> 'mode' as mode from events where student_id = $1 order by position`,
    [id],
  );
  return rows.map(({ mode }) => mode);
};

const test = screen({ as: 'teacher', name: 'Cô Mai' });

test('CLS-23 PRA-13 PRA-14 PRA-17 a class types, first because it must and then as each likes', async (app) => {
  const { t, page, db, newContext, teacher } = app;
  const deckId = await teacher.deck('Animals', [
    { front: 'cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
    { front: 'cow', back: 'bò' },
  ]);
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Without cards')).id);
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('button', { name: 'Give to a class' }).click();
  const classes = page.getByRole('dialog', { name: 'Give to a class' });
  await classes.getByRole('button', { name: '10A1' }).click();
  await classes.getByText('Has it').waitFor();
  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  const select = page.getByLabel('How the class practises it: Animals', { exact: true });
  const set = async (label: string) => {
    await select.selectOption({ label });
    await notice(page, 'status', 'The way to practise “Animals” has been set.').waitFor();
  };
  await set('Required: Type the answer');

  const student = await studentOf(app, classId, 'Lan', teacher);
  const phone = await (await newContext()).newPage();
  await enter(phone, student, '/student');
  await openDeck(phone, deckId);
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).fill('mèo');
  await box(phone).press('Enter');
  await phone.getByText('Exactly right').waitFor();
  await goOnButton(phone).click();
  await flashcard(phone, 2, 3).waitFor();
  await allSaved(phone);
  t.same(await modesOf(app, student), ['typing']);

  const settings = phone.getByRole('button', { name: "Edit the deck's settings" });
  const dialog = phone.getByRole('dialog');
  await settings.click();
  await dialog.getByText('Your teacher has set this way.', { exact: true }).waitFor();
  t.equal(await dialog.getByRole('radio').count(), 0, 'no other way is offered');
  await phone.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  await set('Suggested: Type the answer');
  await phone.goto('/learn/today');
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).waitFor();
  await settings.click();
  const chosen = phone.getByRole('dialog', { name: 'How “Animals” is studied' });
  t.ok(await chosen.getByRole('radio', { name: 'Type the answer' }).isChecked());
  await chosen.getByRole('radio', { name: 'Turn the card' }).check();
  await chosen.getByRole('button', { name: 'Save' }).click();
  await notice(phone, 'status', 'Settings updated successfully!').waitFor();
  await revealButton(phone).waitFor();
  await phone.getByText(said, { exact: true }).waitFor({ state: 'detached' });
  await revealButton(phone).click();
  await rating(phone, 'Knew it').click();
  await allSaved(phone);
  await phone.reload();
  await revealButton(phone).waitFor();
  t.equal(await phone.getByText(said, { exact: true }).count(), 0, 'the own choice stays');
  const { rows: kept } = await db.query('select way from deck_settings where student_id = $1', [student.id]);
  t.same(kept, [{ way: 'turning' }]);
});

test('today’s cards of several decks come in one session, each asked in the way of its deck', async (app) => {
  const { t, page, db, teacher } = app;
  const ways: Record<string, { way: string | null; answer: string }> = {
    Heard: { way: 'dictation', answer: 'cat' },
    Typed: { way: 'typing', answer: 'mèo' },
    Turned: { way: null, answer: '' },
  };
  const card = { front: 'cat', back: 'mèo', audio_file: '/storage/cards/cat.mp3' };
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Without cards')).id);
  const student = await studentOf(app, classId, 'Lan', teacher);
  for (const [title, { way }] of Object.entries(ways)) {
    const deck_id = await teacher.deck(title, [card]);
    await teacher.call('POST /api/classes/:classId/decks', { params: { classId }, body: { deck_id } });
    await db.query(
      `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
       values ($1, $2, 1, 10, $3)`,
      [student.id, deck_id, way],
    );
  }
  await enter(page, student, '/student');
  await page.getByRole('link', { name: /^(Review|Learn) \d/ }).click();
  const heading = async () => (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  for (let asked = 0; asked < 3; asked++) {
    await becomes(t, async () => (await heading()) in ways, true);
    const title = await heading();
    const { answer, way } = ways[title]!;
    if (way === 'dictation')
      await page.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
    if (way) {
      await box(page).fill(answer);
      await box(page).press('Enter');
      await page.getByText('Exactly right').waitFor();
      await page.keyboard.press('Enter');
    } else await study(page, ['Knew it']);
    await becomes(t, async () => (await heading()) !== title, true, `${title} is done`);
  }
  await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  await allSaved(page);
  const modes = await modesOf(app, student);
  t.equal(modes.length, 3);
  t.ok(modes.includes('dictation') && modes.includes('typing'), modes.join());
});
