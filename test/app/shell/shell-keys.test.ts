import t from 'tap';
import { type KeyGroup, keysOf } from '../../../web/app/shell/keys.modal.tsx';
import { shellAction } from '../../../web/app/shell/layout.tsx';
import { isSilenced, keepLetterKeys } from '../../../web/lib/text/letter-keys.ts';
import type { Pressed } from '../../../web/ui/control/keys.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  focus: 'page',
  ...more,
});

t.test('Ctrl K or ⌘ K searches, also from a field; ? shows the keys, but is typed in a field', async (t) => {
  t.equal(shellAction(pressed('k', { ctrlKey: true })), 'search');
  t.equal(shellAction(pressed('K', { metaKey: true, focus: 'field' })), 'search');
  t.equal(shellAction(pressed('?')), 'keys');
  t.equal(shellAction(pressed('?', { focus: 'control' })), 'keys');
  t.equal(shellAction(pressed('?', { focus: 'field' })), null);
  t.equal(shellAction(pressed('k')), null);
  t.equal(shellAction(pressed('k', { ctrlKey: true, altKey: true })), null);
  t.equal(shellAction(pressed('k', { ctrlKey: true, metaKey: true })), null);
  t.equal(shellAction(pressed('?', { ctrlKey: true })), null);
  for (const key of ['k', '?'])
    t.equal(shellAction(pressed(key, { ctrlKey: key === 'k', focus: 'dialog' })), null);
});

t.test('SL-207 where keys of a letter are off, Space, Enter, arrows and those with Ctrl work', async (t) => {
  const silenced = () =>
    ['a', '1', '?', 'ế', ' ', 'Enter', 'Escape', 'ArrowDown'].filter((key) => isSilenced(pressed(key)));
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.same(silenced(), []);
  keepLetterKeys(false);
  t.same(silenced(), ['a', '1', '?', 'ế']);
  t.notOk(isSilenced(pressed('k', { ctrlKey: true })));
});

const keys = (groups: KeyGroup[]) =>
  groups.flatMap((group) => group.keys.flatMap((help) => help.keys.map(String)));

t.test('the keys of a screen come before those of every screen', async (t) => {
  const learning = keysOf('/learn/7', 'student');
  t.equal(learning.length, 2);
  for (const key of ['Space', '1', '2', '3', 'P', 'Z', '?']) t.ok(keys(learning).includes(key), key);
  t.notOk(keys(learning).includes('Ctrl,K'), 'what cannot be done is not offered');
  t.notOk(keys(keysOf('/exam/7', 'student')).includes('Ctrl,K'));
  t.ok(keys(keysOf('/teacher/classes', 'teacher')).includes('Ctrl,K'));
  t.notOk(keys(keysOf('/', null)).includes('Ctrl,K'), 'visitors have nothing to search');
});
