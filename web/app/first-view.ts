import type { Answer } from '../../core/api.ts';
import type { StudentExam } from '../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../core/exam/exam-limits.ts';
import type { StudyCard } from '../../core/learning/study-card.schema.ts';
import { markedParts } from '../../core/text/marked-text.ts';
import { deckHue } from '../deck/deck-mark.tsx';
import { QUESTIONS_PER_PAGE } from '../exam/attempt/state/exam-session.state.ts';
import { longestWord, sideLook, withBoldWord } from '../flashcard/card-faces.ts';
import { COUNT_STAND_IN, TEXT_STAND_IN } from '../lib/text/stand-in.ts';

// Runs inside of documents, as `prerender.ts` does.

/** The bodies of what was asked for with the document, by address. */
export type Heard = ReadonlyMap<string, unknown>;

/**
 * Fills a first view with what was heard. False where the page will look otherwise: what is seen until then stays, and
 * the page comes in its place.
 */
export type Fill = (view: DocumentFragment, heard: Heard, words: Record<string, string>) => boolean;

/** Puts texts in the place of what stands for them. */
export function replaceTexts(view: Node, replaced: (text: string) => string): void {
  const nodes = document.createTreeWalker(view, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node instanceof Text) node.data = replaced(node.data);
    else if (node instanceof Element) for (const one of node.attributes) one.value = replaced(one.value);
  }
}

function replaceAllTexts(
  view: Node,
  given: readonly [standIn: string | number, text: string | number | null | undefined][],
): void {
  replaceTexts(view, (text) =>
    given.reduce((done, [standIn, own]) => done.replaceAll(String(standIn), () => String(own ?? '')), text),
  );
}

function bodyOf<T>(heard: Heard, address: RegExp): T | undefined {
  for (const [asked, body] of heard) if (address.test(asked)) return body as T;
  return undefined;
}

/** Returns the first element that has this text and nothing else. */
const leafOf = (view: ParentNode, text: string): HTMLElement | undefined =>
  [...view.querySelectorAll<HTMLElement>('*')].find(
    ({ childElementCount, textContent }) => childElementCount === 0 && textContent === text,
  );

/** Returns the outermost element of this text. */
const wholeOf = (view: ParentNode, text: string): HTMLElement | undefined =>
  [...view.querySelectorAll<HTMLElement>('*')].find(({ textContent }) => textContent === text);

/** A session, answers or decks that this browser keeps: a session may go on there with another card. */
const keepsLearning = () =>
  Object.keys(localStorage).some((key) => /^nho-(answer|sealed|cache:\d+:learning)/.test(key));

const isPlain = (text: string) => markedParts(text).every(({ kind }) => kind === 'text');

const isNew = ({ progresses }: StudyCard) => progresses.length === 0;

function bold(text: string): HTMLElement {
  const strong = document.createElement('strong');
  strong.textContent = text;
  return strong;
}

/** The card with which a session begins, where it is text alone that is turned over. */
const fillSession: Fill = (view, heard, words) => {
  const set = bodyOf<Answer<'GET /api/decks/:deckId/cards/set'>>(heard, /\/cards(\/set)?\?/);
  const card = set?.data[0];
  if (!set || !card || set.session_completed || keepsLearning()) return false;
  const counts = bodyOf<Answer<'GET /api/decks/:deckId/counts'>>(heard, /\/counts$/)?.data;
  const today = bodyOf<Answer<'GET /api/today'>>(heard, /\/today$/)?.data;
  const deck = card.deck ?? bodyOf<Answer<'GET /api/decks/:deckId'>>(heard, /\/decks\/\d+$/)?.data;
  const settings = card.deck ?? counts?.settings;
  if (!deck || !settings) return false;
  const question = deck.display_back_first ? card.back : card.front;
  const picture = deck.display_back_first ? card.back_picture : card.front_picture;
  const isTurned = (settings.way ?? 'turning') === 'turning' && !settings.class_way;
  if (!isTurned || !isPlain(question) || picture || card.further_files?.length) return false;

  const side = view.querySelector<HTMLElement>('[data-look]')!;
  side.dataset.look = sideLook(question);
  side.style.setProperty('--letters', String(longestWord(question)));
  view.querySelector<HTMLElement>('section')!.style.setProperty('--hue', String(deckHue(card.deck_id)));

  const shown: Partial<StudyCard> = deck.display_back_first ? {} : card;
  const kind = shown.part_of_speech?.trim().toLowerCase().replace(/\.$/, '') ?? '';
  const partOfSpeech = Object.hasOwn(words, kind) ? words[kind] : shown.part_of_speech;
  const labels = { partOfSpeech, level: shown.level };
  for (const [name, text] of Object.entries(labels))
    if (!text) wholeOf(view, TEXT_STAND_IN[name as keyof typeof labels])?.remove();
  const marked = shown.example_sentence && withBoldWord(shown.example_sentence, question);
  if (marked && !isPlain(marked.replaceAll('**', ''))) return false;
  const example = leafOf(view, TEXT_STAND_IN.example)!;
  if (!shown.audio_file) view.querySelector('section button')?.remove();
  // How many letters the answer has, which only a hint says.
  view.querySelector('input + div')?.replaceChildren();

  const ofSet = set.data.filter(isNew).length;
  const fresh = Math.max(ofSet, counts?.newCardsToday ?? today?.new ?? 0);
  const due = Math.max(set.data.length - ofSet, counts?.reviewCardsToday ?? today?.due ?? 0);
  replaceAllTexts(view, [
    [TEXT_STAND_IN.title, deck.title],
    [TEXT_STAND_IN.front, question],
    [TEXT_STAND_IN.partOfSpeech, labels.partOfSpeech],
    [TEXT_STAND_IN.level, labels.level],
    [COUNT_STAND_IN.round, set.data.length],
    [COUNT_STAND_IN.new, fresh],
    [COUNT_STAND_IN.review, due],
    [COUNT_STAND_IN.left, fresh + due],
  ]);
  if (marked)
    example.replaceChildren(...marked.split('**').map((part, index) => (index % 2 ? bold(part) : part)));
  else example.remove();
  return true;
};

/** Makes the only element of a list as many, each by its place. */
function repeat(one: Element, count: number, fill: (copy: Element, index: number) => void): void {
  const copies = Array.from({ length: count }, (_, index) => {
    const copy = one.cloneNode(true) as Element;
    fill(copy, index);
    return copy;
  });
  one.replaceWith(...copies);
}

/** An exam whose clock runs: its passage and its questions by their numbers. The time that is left comes with the page. */
const fillExam: Fill = (view, heard) => {
  const exam = bodyOf<{ data: StudentExam }>(heard, /\/exams\/\d+$/)?.data;
  const isKept = Object.keys(localStorage).some((key) => /^nho-(sealed|cache:\d+:exam)/.test(key));
  if (!exam?.main_text || exam.main_content_type !== 'text' || isKept) return false;
  const { title, main_text, questions, duration_minutes, attempt } = exam;
  if (attempt.submitted || attempt.remaining_seconds <= 0 || questions.length > QUESTIONS_SCORED)
    return false;

  const lines = main_text.split('\n');
  const isNumbered = lines.filter((line) => line.trim() !== '').length > 1;
  const [single, numbered] = view.querySelectorAll('section');
  (isNumbered ? single : numbered)?.parentElement?.remove();
  const shown = lines.map((line, index) => ({ line, isApart: lines[index - 1]?.trim() === '' }));
  const kept = shown.filter(({ line }) => line.trim() !== '');
  const [item, other] = view.querySelectorAll('section li');
  other?.remove();
  if (item)
    repeat(item, kept.length, (copy, index) => {
      copy.textContent = kept[index]!.line;
      if (kept[index]!.isApart) copy.setAttribute('data-apart', 'true');
    });
  repeat(view.querySelector('nav li')!, questions.length, (copy, index) => {
    const chip = copy.querySelector('button')!;
    const { id } = questions[index]!;
    chip.textContent = String(index + 1);
    chip.dataset.state = attempt.skipped.includes(id)
      ? 'skipped'
      : id in attempt.answers
        ? 'answered'
        : 'open';
    if (index >= QUESTIONS_PER_PAGE) delete chip.dataset.here;
  });
  view.querySelector('[role="timer"]')!.textContent = '\u00a0';
  const done = Object.keys(attempt.answers).length;
  replaceAllTexts(view, [
    ['0/1', `${done}/${questions.length}`],
    [TEXT_STAND_IN.title, title],
    [TEXT_STAND_IN.passage, main_text],
    [COUNT_STAND_IN.minutes.toLocaleString(document.documentElement.lang), duration_minutes],
  ]);
  return true;
};

/** By the page. */
export const FILLS: Record<string, Fill> = { session: fillSession, exam: fillExam };
