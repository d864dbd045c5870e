import t from 'tap';
import {
  isLeaveKey,
  isUndoKey,
  keyAction,
  type Pressed,
} from '../../../web/learning/screen/use-session-keys.ts';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  focus: 'page',
  ...more,
});
const asked = { revealed: false, audio: true };
const shown = { revealed: true, audio: true };

t.test('LRN-19 Space and Enter reveal, and do nothing to a revealed card', async (t) => {
  for (const key of [' ', 'Enter']) {
    t.equal(keyAction(press(key), asked), 'reveal');
    t.equal(keyAction(press(key), shown), null);
  }
});

t.test('LRN-21 1, 2 and 3 rate, after reveal only', async (t) => {
  for (const [key, rating] of [
    ['1', 0],
    ['2', 1],
    ['3', 2],
  ] as const) {
    t.same(keyAction(press(key), shown), { rating });
    t.same(keyAction(press(key, { focus: 'control' }), shown), { rating });
    t.equal(keyAction(press(key), asked), null);
  }
});

t.test('a held key acts once', async (t) => {
  t.equal(keyAction(press('3', { repeat: true }), shown), null);
  t.equal(keyAction(press(' ', { repeat: true }), asked), null);
});

t.test('typing, dialogs, other controls and shortcuts of the browser keep their keys', async (t) => {
  t.equal(keyAction(press('1', { focus: 'field' }), shown), null);
  t.equal(keyAction(press(' ', { focus: 'field' }), asked), null);
  t.equal(keyAction(press('1', { focus: 'dialog' }), shown), null);
  t.equal(keyAction(press(' ', { focus: 'control' }), asked), null);
  t.equal(keyAction(press('1', { ctrlKey: true }), shown), null);
  t.equal(keyAction(press('p', { metaKey: true }), shown), null);
  t.equal(keyAction(press('Enter', { isComposing: true }), asked), null);
});

t.test('LRN-20 P plays the audio when there is one', async (t) => {
  t.equal(keyAction(press('p'), asked), 'play');
  t.equal(keyAction(press('P'), shown), 'play');
  t.equal(keyAction(press('p'), { revealed: false, audio: false }), null);
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
    { isComposing: true },
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
  t.notOk(isLeaveKey(press('Escape', { isComposing: true })));
  t.notOk(isLeaveKey(press('q')));
});
