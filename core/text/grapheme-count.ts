const segmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });

/** How many letters a reader sees: `ế` is one, however many bytes, code units or combining marks it is made of. */
export const graphemeCount = (text: string): number => {
  let letters = 0;
  for (const _ of segmenter.segment(text.normalize('NFC'))) letters++;
  return letters;
};
