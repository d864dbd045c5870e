import type { Answer } from '../../core/api.ts';
import type { StudentExam } from '../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../core/exam/exam-limits.ts';
import type { StudyCard } from '../../core/learning/study-card.schema.ts';
import { spacedCode } from '../../core/text/code-text.ts';
import { DATE_LOCALE, type Locale } from '../../core/text/locale.ts';
import { markedParts } from '../../core/text/marked-text.ts';
import { deckHue } from '../deck/deck-mark.tsx';
import { QUESTIONS_PER_PAGE } from '../exam/attempt/state/exam-session.state.ts';
import { longestWord, sideLook, withBoldWord } from '../flashcard/card-faces.ts';
import { COUNT_STAND_IN, SCHOOL_STAND_IN, TEXT_STAND_IN } from '../lib/text/stand-in.ts';
import { dayPoints } from '../ui/figure/day-drawing.tsx';
import { fileSize } from '../ui/figure/file-size.ts';

// Runs inside of documents, as `prerender.ts` does.

/** The bodies of what was asked for with the document, by address. */
export type Heard = ReadonlyMap<string, unknown>;

/**
 * Fills a first view with what was heard. False where the page will look otherwise: what is seen until then stays, and
 * the page comes in its place.
 */
export type Fill = (view: DocumentFragment, heard: Heard, words: Record<string, string>) => boolean;

type Given = readonly [standIn: string | number, text: string | number | null | undefined];

/** Puts texts in the place of what stands for them. What was put there is looked at no more: it may be any text. */
const replaced = (text: string, [first, ...others]: readonly Given[]): string =>
  first === undefined
    ? text
    : text
        .split(String(first[0]))
        .map((part) => replaced(part, others))
        .join(String(first[1] ?? ''));

/** Puts texts into a view, in the place of what stands for them there. */
export function replaceTexts(view: Node, given: readonly Given[]): void {
  const nodes = document.createTreeWalker(view, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node instanceof Text) node.data = replaced(node.data, given);
    else if (node instanceof Element)
      for (const one of node.attributes) one.value = replaced(one.value, given);
  }
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
export const fillSession: Fill = (view, heard, words) => {
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
  replaceTexts(view, [
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
export const fillExam: Fill = (view, heard) => {
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
  replaceTexts(view, [
    ['0/1', `${done}/${questions.length}`],
    [TEXT_STAND_IN.title, title],
    [TEXT_STAND_IN.passage, main_text],
    [COUNT_STAND_IN.minutes.toLocaleString(document.documentElement.lang), duration_minutes],
  ]);
  return true;
};

/** Returns a number as the page's language writes it. */
const written = (number: number) => number.toLocaleString(document.documentElement.lang);

const inDates = () => DATE_LOCALE[document.documentElement.lang as Locale];

/** A class with students of whom some have studied; what comes below its days comes with the page. */
export const fillClass: Fill = (view, heard) => {
  const [, asked] = /^\?classId=(\d+)$/.exec(location.search) ?? [];
  const home = bodyOf<Answer<'GET /api/teacher/home'>>(heard, /\/home$/)?.data;
  const of = home?.classes.find(({ id }) => String(id) === asked);
  const classroom = bodyOf<Answer<'GET /api/classes/:classId'>>(heard, /\/classes\/\d+/)?.data;
  if (!of || !classroom?.is_owner || classroom.code === null || classroom.archived_at !== null) return false;
  const { name, code, student_count, pending_count } = classroom;
  const hasBegun = of.silent_count > 0 || of.days.some((day) => day.students > 0);
  const isOne = student_count === 1 && document.documentElement.lang === 'en';
  if (!hasBegun || student_count === 0 || isOne || of.student_count !== student_count || pending_count > 0)
    return false;

  const drawing = view.querySelector('main section svg[role="img"]')!;
  const points = dayPoints(
    of.days.map((day) => day.students),
    student_count,
  );
  drawing.querySelector('polygon')!.setAttribute('points', points.area);
  drawing.querySelector('polyline')!.setAttribute('points', points.line);
  const first = new Date(of.days[0]!.day);
  const date = { day: 'numeric', month: 'numeric', timeZone: 'UTC' } as const;
  drawing.nextElementSibling!.firstElementChild!.textContent = first.toLocaleDateString(inDates(), date);
  drawing.closest('section')!.nextElementSibling?.remove();
  const { students, today, cards, decks } = SCHOOL_STAND_IN;
  const week = of.days.slice(-7).reduce((sum, day) => sum + day.cards_studied, 0);
  replaceTexts(view, [
    [TEXT_STAND_IN.title, name],
    [spacedCode(TEXT_STAND_IN.code), spacedCode(code)],
    [written(students), written(student_count)],
    [students, student_count],
    [today, of.days.at(-1)?.students],
    [cards, week],
    [decks, of.deck_count],
  ]);
  return true;
};

/** A site on which nothing is to be said of the log, and nobody waits to be let in. */
export const fillAdmin: Fill = (view, heard, words) => {
  const home = bodyOf<Answer<'GET /api/admin/home'>>(heard, /\/admin\/home$/)?.data;
  if (!home || home.waiting > 0 || !home.storage.takes_uploads) return false;
  const { storage, log } = home;
  if (log.parked > 0 || log.lag_seconds > 0 || (log.differences ?? 0) > 0) return false;
  if (log.verified_at !== null && log.differences === null) return false;

  const used = storage.disk_bytes - storage.free_bytes;
  const percent = Math.round((used / Math.max(1, storage.disk_bytes)) * 100);
  const bar = view.querySelector<HTMLElement>('[role="progressbar"]')!;
  bar.style.setProperty('--progress-section-size', `${percent}%`);
  const size = (bytes: number) => fileSize(bytes, document.documentElement.lang);
  const time = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const when = log.verified_at && new Date(log.verified_at).toLocaleString(inDates(), time);
  const { active, students, teachers, classes, exams, database, disk, free } = SCHOOL_STAND_IN;
  if (when) replaceTexts(view, [[words.unchecked!, words.checked]]);
  replaceTexts(view, [
    [TEXT_STAND_IN.when, when],
    [written(active), written(home.active_today)],
    [written(students), written(home.students)],
    [written(teachers), written(home.teachers)],
    [written(classes), written(home.classes)],
    [written(exams), written(home.exams)],
    [size(disk - free), size(used)],
    [size(free), size(storage.free_bytes)],
    [size(database), size(storage.database_bytes)],
  ]);
  return true;
};
