import t from 'tap';
import { isLeaveKey, isUndoKey, keyAction } from '../../../web/learning/screen/use-session-keys.ts';
import type { Pressed } from '../../../web/ui/control/keys.ts';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  focus: 'page',
  ...more,
});
const asked = { revealed: false, audio: true };
const shown = { revealed: true, audio: true };

t.test('LRN-19 LRN-20 LRN-21 a key reveals, rates or plays, once, where nothing else has it', async (t) => {
  for (const [pressed, card, action] of [
    ...[' ', 'Enter'].flatMap((key) => [
      [press(key), asked, 'reveal'] as const,
      [press(key), shown, null] as const,
    ]),
    ...[0, 1, 2].flatMap((rating) => [
      [press(String(rating + 1)), shown, { rating }] as const,
      [press(String(rating + 1), { focus: 'control' }), shown, { rating }] as const,
      [press(String(rating + 1)), asked, null] as const,
    ]),
    [press('p'), asked, 'play'] as const,
    [press('P'), shown, 'play'] as const,
    [press('p'), { revealed: false, audio: false }, null] as const,
    [press('3', { repeat: true }), shown, null] as const,
    [press(' ', { repeat: true }), asked, null] as const,
    // Typing, dialogs, other controls and shortcuts of the browser keep their keys.
    [press('1', { focus: 'field' }), shown, null] as const,
    [press(' ', { focus: 'field' }), asked, null] as const,
    [press('1', { focus: 'dialog' }), shown, null] as const,
    [press(' ', { focus: 'control' }), asked, null] as const,
    [press('1', { ctrlKey: true }), shown, null] as const,
    [press('p', { metaKey: true }), shown, null] as const,
  ])
    t.same(keyAction(pressed, card), action, JSON.stringify([pressed, card]));
});

t.test('Z takes back, held once, and not while typing, in a dialog or with a modifier', async (t) => {
  t.ok(isUndoKey(press('z')));
  t.ok(isUndoKey(press('Z')));
  t.ok(isUndoKey(press('z', { focus: 'control' })));
  t.notOk(isUndoKey(press('x')));
  for (const more of [
    { repeat: true },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { focus: 'field' },
    { focus: 'dialog' },
  ] as const) {
    t.notOk(isUndoKey(press('z', more)), JSON.stringify(more));
  }
  t.equal(keyAction(press('z'), shown), null, 'the card itself has nothing to do with it');
});

t.test('Escape leaves, but closes a dialog first', async (t) => {
  t.ok(isLeaveKey(press('Escape')));
  t.ok(isLeaveKey(press('Escape', { focus: 'control' })));
  t.notOk(isLeaveKey(press('Escape', { focus: 'dialog' })));
  t.notOk(isLeaveKey(press('q')));
});
