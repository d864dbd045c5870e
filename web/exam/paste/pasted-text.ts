import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { Found } from './found-question.ts';
import { type Line, readLine } from './pasted-line.ts';

interface Reading extends Found {
  /** What a line without a mark goes on with. */
  last: 'question' | 'answer' | OptionLetter;
}

const isWhole = ({ options }: Reading) => OPTION_LETTERS.every((letter) => options[letter] !== undefined);

const begin = (line: number, question: string, number: number | null): Reading => ({
  line,
  question,
  number,
  options: {},
  answers: [],
  last: 'question',
});

const joined = (text: string, more: string) => (text === '' ? more : `${text}\n${more}`);

function appendLine(reading: Reading, text: string): void {
  if (reading.last === 'question') reading.question = joined(reading.question, text);
  else if (reading.last !== 'answer')
    reading.options[reading.last] = joined(reading.options[reading.last] ?? '', text);
}

function addOptions(reading: Reading, { options }: Extract<Line, { kind: 'options' }>): void {
  for (const { letter, text, isRight } of options) {
    if (reading.options[letter] !== undefined) reading.fault ??= { kind: 'twice', part: letter };
    else reading.options[letter] = text;
    if (isRight) reading.answers.push(letter);
    reading.last = letter;
  }
}

/** A number begins a question, unless it numbers what the question is about: 5, then 1, 2, 3, then its options. */
function beginsAnother(reading: Reading | null, number: number): boolean {
  if (!reading || reading.number === null || reading.last !== 'question') return true;
  return reading.question === '' || number === reading.number + 1;
}

/** Returns whether an unmarked line is a question that has no number. */
function beginsUnnumbered(reading: Reading, gap: boolean, next: Line | undefined): boolean {
  if (reading.last === 'question') return false;
  if (reading.last === 'answer') return true;
  if (!isWhole(reading)) return false;
  return gap || (next?.kind === 'options' && next.options[0]?.letter === 'A');
}

/** The questions of a text, each with what was found of it. */
export function readText(text: string): Found[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) => readLine(line).map((read) => ({ number: index + 1, line: read })));
  const found: Found[] = [];
  let reading: Reading | null = null;
  let gap = false;
  const start = (line: number, question: string, number: number | null) => {
    const next = begin(line, question, number);
    found.push(next);
    return next;
  };
  for (const [index, { number, line }] of lines.entries()) {
    switch (line.kind) {
      case 'blank':
        gap = true;
        continue;
      case 'numbered':
        if (beginsAnother(reading, line.number)) reading = start(number, line.text, line.number);
        else if (reading) appendLine(reading, line.whole);
        break;
      case 'options':
        if (!reading) {
          reading = start(number, '', null);
          reading.fault = { kind: 'stray' };
        }
        addOptions(reading, line);
        break;
      case 'answer':
        if (!reading) found.push({ ...begin(number, line.whole, null), fault: { kind: 'stray' } });
        else {
          reading.answers.push(line.answer);
          reading.last = 'answer';
        }
        break;
      case 'more':
        if (reading && isWhole(reading)) reading.fault ??= { kind: 'more' };
        else if (reading) appendLine(reading, line.whole);
        break;
      case 'other': {
        const next = lines.slice(index + 1).find((later) => later.line.kind !== 'blank')?.line;
        if (!reading || beginsUnnumbered(reading, gap, next)) reading = start(number, line.whole, null);
        else appendLine(reading, line.whole);
        break;
      }
    }
    gap = false;
  }
  return found;
}
