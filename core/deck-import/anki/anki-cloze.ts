/** How deeply Anki reads gaps within gaps. */
const DEPTH_MAX = 10;

/** A text with gaps (`{{c1::answer::hint}}`), as it is asked and as it is answered. */
interface Cloze {
  question: string;
  answer: string;
  /** What the question shows in place of the gaps that are asked, alone. */
  gaps: string;
}

interface Gap {
  opening: string;
  isAsked: boolean;
  question: string;
  answer: string;
  hint: string | undefined;
}

/**
 * Reads the gaps of a field. The question has `[…]` or `[hint]` for the gaps of one number, or for all when none is
 * given; all others, and the answer, are filled in. Returns undefined without such a gap. What hides a part of a
 * picture is left out.
 */
export function readCloze(html: string, asked?: number): Cloze | undefined {
  const marks = /\{\{c[\d,]{1,20}::|\}\}/g;
  const gaps: Gap[] = [];
  let question = '';
  let answer = '';
  const shownGaps: string[] = [];
  let at = 0;
  const add = (text: string): void => {
    const gap = gaps.at(-1);
    if (!gap) {
      question += text;
      answer += text;
      return;
    }
    const hint = text.startsWith('image-occlusion:') ? -1 : text.indexOf('::');
    const shown = hint < 0 ? text : text.slice(0, hint);
    gap.question += shown;
    gap.answer += shown;
    if (hint >= 0) gap.hint = text.slice(hint + 2);
  };
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    add(html.slice(at, mark.index));
    at = marks.lastIndex;
    if (mark[0] !== '}}') {
      const [opening] = mark;
      const isAsked = asked === undefined || numbersOf(opening).includes(asked);
      if (gaps.length < DEPTH_MAX) gaps.push({ opening, isAsked, question: '', answer: '', hint: undefined });
      continue;
    }
    const gap = gaps.pop();
    if (!gap) {
      add('}}');
      continue;
    }
    const outer = gaps.at(-1);
    const isPicture = gap.answer.startsWith('image-occlusion:');
    const shown = gap.isAsked ? `[${gap.hint?.trim() || '…'}]` : gap.question;
    if (gap.isAsked) shownGaps.push(shown);
    if (isPicture) continue;
    if (outer) {
      outer.question += shown;
      outer.answer += gap.answer;
    } else {
      question += shown;
      answer += gap.answer;
    }
  }
  add(html.slice(at));
  if (shownGaps.length === 0) return undefined;
  // What was opened and never closed is text.
  const rest = gaps
    .map(({ opening, answer: text, hint }) => opening + text + (hint === undefined ? '' : `::${hint}`))
    .join('');
  return { question: question + rest, answer: answer + rest, gaps: shownGaps.join(', ') };
}

const numbersOf = (opening: string): number[] => opening.slice(3, -2).split(',').map(Number);

/** The numbers of the gaps in a field, in order. */
export function gapNumbers(html: string): number[] {
  const numbers = [...html.matchAll(/\{\{c[\d,]{1,20}::/g)].flatMap(([opening]) => numbersOf(opening));
  return [...new Set(numbers)].filter((number) => number > 0).sort((one, other) => one - other);
}
