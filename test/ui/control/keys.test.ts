import t from 'tap';
import { actionOf, isComposing, KEYS, pressOf } from '../../../web/ui/control/keys.ts';

interface Key {
  code?: string;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
  shiftKey?: boolean;
  isAltGr?: boolean;
}

const pressed = (key: string, { isAltGr = false, ...more }: Key) =>
  pressOf({
    key,
    code: '',
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    shiftKey: false,
    getModifierState: (name) => name === 'AltGraph' && isAltGr,
    ...more,
  });

t.test(
  'GLB-24 a key acts by its place where another sign stands on it, and AltGr is no command',
  async (t) => {
    for (const [key, more, action] of [
      ['1', { code: 'Digit1' }, 'rate0'],
      ['1', { code: 'Numpad1' }, 'rate0'],
      // Vietnamese, French with Shift and without, Czech; a mark alone; Arabic and wide digits.
      ['ă', { code: 'Digit1' }, 'rate0'],
      ['Ă', { code: 'Digit1' }, 'rate0'],
      ['ê', { code: 'Digit3' }, 'rate2'],
      ['&', { code: 'Digit1' }, 'rate0'],
      ['1', { code: 'Digit1', shiftKey: true }, 'rate0'],
      ['ě', { code: 'Digit2' }, 'rate1'],
      ['Dead', { code: 'Digit2' }, 'rate1'],
      ['٢', { code: 'Digit2' }, 'rate1'],
      ['１', { code: 'Digit1' }, 'rate0'],
      ['1', { code: 'Digit1', ctrlKey: true, altKey: true, isAltGr: true }, 'rate0'],
      ['1', { code: 'Digit1', isAltGr: true }, 'rate0'],
      // Another sign of that key, a key without NumLock, and commands.
      ['!', { code: 'Digit1', shiftKey: true }, null],
      ['¡', { code: 'Digit1', isAltGr: true }, null],
      ['End', { code: 'Numpad1' }, null],
      ['1', { code: 'Digit1', ctrlKey: true }, null],
      ['1', { code: 'Digit1', altKey: true }, null],
      ['ă', { code: 'Digit1', ctrlKey: true }, null],
      ['1', { code: 'Digit1', metaKey: true }, null],
      // Letters: where each stands on Latin keyboards, of others the place.
      ['z', { code: 'KeyW' }, 'undo'],
      ['w', { code: 'KeyZ' }, null],
      ['я', { code: 'KeyZ' }, 'undo'],
      ['З', { code: 'KeyP', shiftKey: true }, 'play'],
      ['Enter', { code: 'NumpadEnter' }, 'reveal'],
      [' ', { code: 'Space' }, 'reveal'],
    ] as [string, Key, string | null][])
      t.equal(actionOf(KEYS.session, pressed(key, more)), action, JSON.stringify([key, more]));
    for (const [key, code] of [
      ['k', 'KeyK'],
      ['л', 'KeyK'],
    ] as const)
      t.equal(actionOf(KEYS.shell, pressed(key, { code, ctrlKey: true })), 'search', key);
    t.equal(actionOf(KEYS.shell, pressed('?', { code: 'Digit7', shiftKey: true })), 'keys');
  },
);

t.test('LRN-18 GLB-23 a key of an input method is known, also by its code alone', async (t) => {
  t.ok(isComposing({ isComposing: true, keyCode: 13 }));
  t.ok(isComposing({ isComposing: false, keyCode: 229 }), 'Safari tells it by the code alone');
  t.notOk(isComposing({ isComposing: false, keyCode: 13 }));
});
