import t from 'tap';
import { type PreviewPressed, previewAction } from '../../../web/flashcard/preview/deck-preview.modal.tsx';

const press = (key: string, more: Partial<PreviewPressed> = {}) =>
  previewAction({ key, ctrlKey: false, metaKey: false, altKey: false, onControl: false, ...more });

t.test('SL-17 the arrows move, Space turns the card over, P plays', async (t) => {
  t.equal(press('ArrowLeft'), 'previous');
  t.equal(press('ArrowRight', { onControl: true }), 'next');
  t.equal(press(' '), 'flip');
  t.equal(press('P'), 'play');
});

t.test('SL-17 a button is pressed by Space, and what the browser uses stays with the browser', async (t) => {
  t.equal(press(' ', { onControl: true }), null);
  t.equal(press('ArrowLeft', { altKey: true }), null);
  t.equal(press('p', { ctrlKey: true }), null);
  for (const key of ['Enter', 'Tab', 'Escape', 'a']) t.equal(press(key), null, key);
});
