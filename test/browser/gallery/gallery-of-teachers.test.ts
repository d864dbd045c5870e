import { chooseFile } from '../card/chosen-file.ts';
import { LOOKS, lookName } from '../harness/accessible-screen.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { realAudio } from '../people/import-in-browser.ts';
import { cardsLearnt } from '../people/learning-in-browser.ts';
import { logIn, makeAccount, type Person } from '../people/person.ts';
import { type Walk, walkInLook } from './gallery-walk.ts';

const LONG_TITLE = 'Một bộ thẻ có tên rất dài, dài hơn cả màn hình';
const LONG_NAME = 'Nguyễn Thị Thanh Phương Quỳnh Anh';
const LONG_FRONT = 'a'.repeat(80);

/** The teacher's desk, decks, cards, classes and the form of an exam. */
async function walkTeachersPages(walk: Walk): Promise<void> {
  const { test, page, say, the, said, open, press, openMenu, closeDialog, check } = walk;
  const teacher = await logIn(test, page, 'teacher');
  const setWaiting = (isWaiting: boolean) =>
    test.sql`update users set awaits_approval = ${isWaiting} where id = ${teacher.id}`;
  await setWaiting(true);
  await open('/teacher');
  await check('waiting to be let in', the('heading', 'Your school will let you in soon'));
  await setWaiting(false);
  await press('Check again now');
  await the('button', 'New class').waitFor();
  await openMenu();
  await check('desk of a newcomer');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await walkSearchAndKeys(walk);

  const deckId = await teacher.deck(LONG_TITLE, [
    { front: LONG_FRONT, back: 'nhà', part_of_speech: 'danh từ', audio_file: '/storage/none.mp3' },
  ]);
  for (const definition of ['Nơi để ở', 'Nơi để sống và ở'])
    await test.sql`update cards set definition = ${definition} where deck_id = ${deckId}`;
  const classroom = await newClass(teacher, '10A1', deckId);
  await studentOf(test, classroom.id, LONG_NAME);
  await open('/teacher/create');
  await page.getByRole('article', { name: LONG_TITLE }).waitFor();
  await press('Create the deck');
  await check('decks', page.getByRole('alert').filter({ hasText: say(INVALID_DECK) }));
  await press('Preview: {0}', LONG_TITLE);
  await press('Flip');
  await check('preview');
  await page.keyboard.press('Escape');
  await press('Delete: {0}', LONG_TITLE);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Delete the deck') })
    .waitFor();
  await check('question about a deck');
  await walkSharing(walk, teacher);
  await open(`/teacher?deckId=${deckId}`);
  await press('Edit the card: {0}', LONG_FRONT);
  await check('cards', the('form', 'Edit the card {0}', LONG_FRONT));
  await walkMarkBar(walk);
  await press('Earlier versions…');
  await check('earlier versions of a card', page.getByRole('dialog').getByRole('table'));
  await closeDialog();
  await walkChangeChoice(walk, deckId);
  await open('/teacher/decks/import');
  await check('import of a file', said('Nothing has been imported yet.'));
  await open('/teacher/decks/paste');
  await page.getByLabel(say('List of cards')).fill(`${LONG_FRONT}\tnhà\nlonely`);
  await press('Preview the cards');
  await page.getByRole('button', { name: /^(Make the deck|Tạo bộ thẻ) / }).click();
  await check('new deck of a list', said('Please fill in this field').nth(1));
  await open(`/teacher/decks/many/${deckId}`);
  await page.getByLabel(say('List of cards')).fill(`${LONG_FRONT}\tnhà\nlonely\na\tb`);
  await check('pasted cards');
  await press('Preview the cards');
  await check('cards to be added', said('The deck has this card already'));
  await page.getByRole('button', { name: /^(Add|Thêm) 1 / }).click();
  await check('cards that were added together', the('list', 'Cards that you have just added together'));
  await walkDeckTable(walk, deckId, LONG_FRONT);
  await walkTrash(walk, teacher);

  await open(`/teacher/classes?classId=${classroom.id}&tab=requests`);
  await check('requests', the('button', 'Approve: {name}', LONG_NAME));
  await the('tab', 'Decks').click();
  await check('decks of a class', page.getByLabel(say('Add a deck'), { exact: true }));
  await page
    .getByRole('button', { name: /^(Mixed up|Từ hay nhầm): / })
    .first()
    .click();
  await said(
    'Nothing is mixed up yet. It shows once students choose wrong answers of four in this deck.',
  ).waitFor();
  await check('cards that are mixed up');
  await closeDialog();
  await the('tab', 'What was done here').click();
  await check('acts of a class', the('list', 'What was done here'));
  await open(`/teacher/classes/roster/${classroom.id}`);
  await page.getByLabel(say('List of students')).fill(`${LONG_NAME}\n=1`);
  await press('Look at the list');
  await check('list of students', said('This is a formula, not a name'));
  await page.getByRole('button', { name: /^(Add|Thêm) 1 / }).click();
  await check('login slips', the('list', 'Login slips'));
  await walkColleagues(walk, teacher, deckId);
  await open(`/teacher/classes/passwords/${classroom.id}`);
  await the('checkbox', 'Choose all').check();
  await check('new passwords for several');
  await open('/teacher/classes?classId=');
  await check('all classes', page.getByRole('article', { name: '10A1' }));
  await press('New class');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Create class') })
    .click();
  await check('new class', said('Please give the class a name'));
  await walkExamForm(walk);
}

/** What another text is on a card that somebody knows; its form is open. */
async function walkChangeChoice({ test, say, the, open, press, check }: Walk, deckId: number): Promise<void> {
  await cardsLearnt(test, deckId);
  await open(`/teacher?deckId=${deckId}`);
  await press('Edit the card: {0}', LONG_FRONT);
  const form = the('form', 'Edit the card {0}', LONG_FRONT);
  await form.getByLabel(say('Back'), { exact: true }).fill('một từ khác hẳn');
  await form.getByRole('checkbox', { name: say('It means something else now') }).waitFor();
  await check('another text on a card that students know');
  await test.sql`delete from review_schedule where student_id = 0`;
}

/** A deck with a colleague, and one of a colleague's. */
async function walkSharing(walk: Walk, teacher: Person): Promise<void> {
  const { test, say, the, open, press, closeDialog, check } = walk;
  const colleague = await makeAccount(test, 'teacher', LONG_NAME);
  const share = (deckId: number, teacherId: number) =>
    test.sql`insert into deck_shares (deck_id, teacher_id, may) values (${deckId}, ${teacherId}, 'edit')`;
  const own = await teacher.deck('Động vật');
  await share(own, colleague.id);
  await test.sql`update decks set received_from = ${colleague.id}, received_at = now() where id = ${own}`;
  const card = { front: 'tree', back: 'cây' };
  const shared = await colleague.deck('Thực vật', [card]);
  await share(shared, teacher.id);
  await open('/teacher/decks');
  await check('decks of colleagues', the('region', 'Shared with you'));
  await press('More: {0}', 'Động vật');
  await the('menuitem', 'Share…').waitFor();
  await the('menuitem', 'Share…').click();
  await check('who has a deck', the('button', 'Take it back: {name}', LONG_NAME));
  await closeDialog();
  await press('More: {0}', 'Động vật');
  await the('menuitem', 'Edit').click();
  await check('deck that is edited', the('form', 'Details of the deck'));
  await open(`/teacher?deckId=${shared}`);
  await press('Edit the card: {0}', card.front);
  const form = the('form', 'Edit the card {0}', card.front);
  await form.waitFor();
  await test.sql`update cards set back = 'cái cây' where deck_id = ${shared}`;
  await form.getByRole('button', { name: say('Save the card') }).click();
  await check('card that somebody else has changed', the('button', 'Take over what it says now'));
  // The lists of the next walks are as long as they expect.
  await test.sql`delete from decks where id = any (${[own, shared]})`;
}

/** Who teaches a class together, and a class that is put away. */
async function walkColleagues(
  { test, page, say, the, open, press, check }: Walk,
  teacher: Person,
  deckId: number,
): Promise<void> {
  const owner = await makeAccount(test, 'teacher', LONG_NAME);
  const [official] = await owner.call('GET /api/official-decks');
  const shared = await newClass(owner, 'Lớp của đồng nghiệp', official!.id);
  const invite = (by: Person, classId: number, email: string | null) =>
    by.call('POST /api/classes/:classId/invitations', { params: { classId }, body: { email } });
  const { token } = await invite(owner, shared.id, null);
  await invite(owner, shared.id, teacher.email);
  await open(`/teach/${token}`);
  await check('invitation', the('button', 'Teach this class'));
  await open('/teacher');
  await check('desk with an invitation', the('list', 'Invitations to classes'));
  await press('Change the password');
  await check('desk with the form of the password', the('form', 'Change the password'));
  await press('Accept: {class_name}', 'Lớp của đồng nghiệp');
  await page.getByRole('article', { name: 'Lớp của đồng nghiệp' }).waitFor();

  const own = await newClass(teacher, '12C', deckId);
  const { token: forOwner } = await invite(teacher, own.id, null);
  await owner.call('POST /api/class-invitation-links/:token/accept', { params: { token: forOwner } });
  await open(`/teacher/classes?classId=${own.id}`);
  await press('More about the class');
  await the('menuitem', 'Teachers').click();
  await the('list', 'Teachers').waitFor();
  await press('Make a link');
  await check('teachers of a class', page.getByLabel(say('Link of the invitation')));
  await teacher.call('POST /api/classes/:classId/archive', { params: { classId: own.id } });
  await open(`/teacher/classes?classId=${own.id}`);
  await check('archived class', the('button', 'Bring the class back'));
  await open('/teacher/classes?classId=');
  await press('Archived classes');
  await check('archived classes', page.getByRole('link', { name: '12C' }));
}

const INVALID_DECK = 'Invalid deck data: the title needs 1 to 50 characters and the description at most 100.';

async function walkExamForm({ page, say, the, open, press, check }: Walk): Promise<void> {
  await open('/exam-create');
  await page.getByLabel(say('Main content')).selectOption({ label: say('An audio to listen to') });
  await press('Create exam');
  await check('exam with nothing filled in', notice(page, 'alert', say('Please fill all required fields')));
  const file = { name: 'cat.mp3', mimeType: 'audio/mpeg', buffer: await realAudio('cat.mp3') };
  await chooseFile(the('button', 'Audio'), file);
  await page.getByLabel(say('Listen to {0}', 'cat.mp3')).waitFor();
  await press('Add question');
  await check('exam with an audio', the('group', 'Question {number}', 2));
  await press('Paste many questions');
  await page
    .getByLabel(say('Questions to paste'))
    .fill(
      '1. Capital?\nA. Huế\n*B. Hà Nội\nC. Vinh\nD. Cần Thơ\n\n2. No key?\nA. 1\nB. 2\nC. 3\nD. 4\n\n3. Half?',
    );
  await check('pasted questions', page.getByRole('dialog').getByText('“Half?”'));
}

/** What each page opens by a key. */
async function walkSearchAndKeys({ page, say, the, closeDialog, check }: Walk): Promise<void> {
  const field = the('combobox', 'Find anything');
  await page.keyboard.press('Control+k');
  await field.fill('e');
  await check('search', page.getByRole('option').first());
  await field.fill('nowhere at all');
  await check('search without a hit', page.getByText(say('Nothing found'), { exact: true }));
  await closeDialog();
  await page.keyboard.press('?');
  await check('keys', the('dialog', 'Keyboard shortcuts'));
  await closeDialog();
}

/** The form of a new card, sent while it is empty; then with the help and what it will look like. */
async function walkMarkBar({ page, say, the, check }: Walk): Promise<void> {
  const form = the('form', 'New card');
  await form.getByRole('button', { name: say('Add the card') }).click();
  await notice(page, 'alert', say('Front and back are required')).waitFor();
  await form.getByLabel(say('Front')).fill('**water** {漢字|かんじ}');
  await form.getByLabel(say('Back')).fill('\\(H_2 O\\) \\(\\notknown\\)');
  await form.getByRole('button', { name: say('How to write emphasis') }).click();
  await form.getByText(say('This formula cannot be drawn: it is shown as it was typed.')).waitFor();
  await check('how emphasis is written', form.getByRole('math').nth(2));
  await form.getByRole('button', { name: say('How to write emphasis') }).click();
  await form.getByLabel(say('Front')).fill('');
  await form.getByLabel(say('Back')).fill('');
}

/** The table of a deck's cards and its windows. */
async function walkDeckTable(walk: Walk, deckId: number, front: string): Promise<void> {
  const { page, say, the, said, open, press, closeDialog, check } = walk;
  await open(`/teacher/decks/table/${deckId}`);
  const grid = page.getByRole('grid');
  const cell = grid.getByRole('gridcell', { name: front, exact: true }).first();
  await cell.click();
  await check('table of cards');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await check('cell of the table', grid.getByRole('alert'));
  await page.keyboard.press('Escape');

  await the('checkbox', 'Select the card {front}', front).first().check();
  await check('selected cards');
  await press('Tags…');
  await page.getByLabel(say('Tags to add')).fill('Bài 1, động từ');
  await check('tags of cards');
  await press('Change the tags');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('Copy or move…');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Cancel') })
    .or(said('You have no other deck yet: make one, then send cards there.'))
    .waitFor();
  await check('copying cards');
  await closeDialog();
  await press('Find and replace…');
  await page.getByLabel(say('Find'), { exact: true }).fill('nhà');
  await page.getByLabel(say('Replace with'), { exact: true }).fill('căn nhà');
  await check('find and replace', the('list', 'What would change'));
  await closeDialog();
}

/** The trash of decks and that of a deck, with nothing in it and with what a teacher has deleted. */
async function walkTrash(
  { the, said, open, press, closeDialog, check }: Walk,
  teacher: Person,
): Promise<void> {
  const { call } = teacher;
  const deck = (title: string) => teacher.deck(title, [{ front: LONG_FRONT, back: 'nhà' }]);
  await open('/teacher/decks/trash');
  await check('empty trash', said('The trash is empty. A deck that is deleted stays here for 30 days.'));
  const [thrown, kept] = [await deck('Một bộ thẻ có tên rất dài, đã xóa từ lâu'), await deck('Trái cây')];
  for (const { id: cardId } of await call('GET /api/decks/:deckId/cards', { params: { deckId: kept } }))
    await call('DELETE /api/decks/:deckId/cards/:cardId', { params: { deckId: kept, cardId } });
  await call('DELETE /api/decks/:deckId', { params: { deckId: thrown } });
  await open(`/teacher/decks/trash/${kept}`);
  await check('deleted cards', the('list', 'Deleted cards'));
  await open('/teacher/decks/trash');
  await press('Empty the trash');
  await check('question about the trash', the('dialog', 'Empty the trash?'));
  await closeDialog();
  await check('deleted decks');
  // The lists of decks are to be as long in each look.
  await call('DELETE /api/decks/:deckId', { params: { deckId: kept } });
}

const test = screen();

test('LNG-01 ACC-22 the screens of teachers', async (app) => {
  for (const look of LOOKS)
    await app.t.test(lookName(look), (t) => walkInLook(t, app, look, [walkTeachersPages]));
});
