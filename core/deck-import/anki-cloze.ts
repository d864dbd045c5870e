/** How deeply Anki reads gaps within gaps. */
const DEPTH_MAX = 10;

/** A text with gaps (`{{c1::answer::hint}}`), as it is asked and as it is answered. */
export interface Cloze {
  question: string;
  answer: string;
}

interface Gap {
  opening: string;
  text: string;
  hint: string | undefined;
}

/**
 * Reads all gaps of a field at once, since a note becomes one card of ours. The question has `[…]` or `[hint]`, the
 * answer is filled in; undefined without gaps. What hides a part of a picture is left out.
 */
export function readCloze(html: string): Cloze | undefined {
  const marks = /\{\{c[\d,]{1,20}::|\}\}/g;
  const gaps: Gap[] = [];
  let question = '';
  let answer = '';
  let found = false;
  let at = 0;
  const add = (text: string): void => {
    const gap = gaps.at(-1);
    if (!gap) {
      question += text;
      answer += text;
      return;
    }
    const hint = text.startsWith('image-occlusion:') ? -1 : text.indexOf('::');
    gap.text += hint < 0 ? text : text.slice(0, hint);
    if (hint >= 0) gap.hint = text.slice(hint + 2);
  };
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    add(html.slice(at, mark.index));
    at = marks.lastIndex;
    if (mark[0] !== '}}') {
      if (gaps.length < DEPTH_MAX) gaps.push({ opening: mark[0], text: '', hint: undefined });
      continue;
    }
    const gap = gaps.pop();
    if (!gap) {
      add('}}');
      continue;
    }
    found = true;
    const outer = gaps.at(-1);
    const isPicture = gap.text.startsWith('image-occlusion:');
    if (isPicture) continue;
    if (outer) outer.text += gap.text;
    else {
      question += `[${gap.hint?.trim() || '…'}]`;
      answer += gap.text;
    }
  }
  add(html.slice(at));
  if (!found) return undefined;
  // What was opened and never closed is text.
  const rest = gaps
    .map(({ opening, text, hint }) => opening + text + (hint === undefined ? '' : `::${hint}`))
    .join('');
  return { question: question + rest, answer: answer + rest };
}
