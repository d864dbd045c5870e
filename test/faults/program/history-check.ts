import { isDeepStrictEqual } from 'node:util';
import { startIds, submissionIds } from '../../../core/exam/attempt/exam-event.ts';
import type { Answers } from '../../../core/exam/exam.schema.ts';
import type { Sitting } from '../world/exam-sittings.ts';
import { contentOf, type History, type Stored, type Violation } from './fault-history.ts';
import { stretch } from './machine-watch.ts';

/** A request may last so long, beyond what a fault's window adds. */
export const REQUEST_MS = 10_000;

const GRACE_MS = 10_000;

/** A machine so many times slower than usual is overloaded: the product's own limits, of seconds, are not stretched. */
const OVERLOADED = 2;

/** More of a kind say nothing more. */
const SHOWN = 5;

/**
 * All that contradicts what the product promises; nothing else is judged here, and no database is asked. Bounds of time
 * hold on a machine of its own. With patience, for a run beside others, so many times as long is allowed. A 503 with
 * `Retry-After` is then no violation.
 */
export function violationsOf(history: History, patience = 1): Violation[] {
  const found: Violation[] = [];
  const counts = new Map<string, number>();
  const report = (invariant: string, what: string) => {
    const count = (counts.get(invariant) ?? 0) + 1;
    counts.set(invariant, count);
    if (count <= SHOWN) found.push({ invariant, what });
  };
  checkFacts(history, report);
  checkPositions(history, report);
  checkOrder(history, report);
  checkExams(history, report);
  checkRequests(history, patience, report);
  for (const { row, what, ms, until, boundMs } of history.recoveries)
    if (ms > boundMs * Math.max(patience, stretch(history.slowness, until - ms, until)))
      report('I10', `${row}: ${what} after ${Math.round(ms)} ms, more than ${boundMs} ms`);
  for (const leak of history.leaks) report('I12', leak);
  for (const { invariant, what } of history.noticed) report(invariant, what);
  for (const [invariant, count] of counts)
    if (count > SHOWN) found.push({ invariant, what: `and ${count - SHOWN} more` });
  return found;
}

/** How many requests were told to come back while no fault allows it, whatever excuses it. */
export function other503({ exchanges, windows }: Pick<History, 'exchanges' | 'windows'>): number {
  const isAllowed = ({ sentAt, endedAt }: History['exchanges'][number]) =>
    windows.some(({ from, until, allows503 }) => allows503 && from <= endedAt && sentAt <= until);
  return exchanges.filter((exchange) => exchange.status === 503 && !isAllowed(exchange)).length;
}

/** How many requests and recoveries lasted longer than their plain bound, whatever excuses it. */
export function beyondBound({ exchanges, recoveries }: Pick<History, 'exchanges' | 'recoveries'>): number {
  const requests = exchanges.filter(({ sentAt, endedAt }) => endedAt - sentAt > REQUEST_MS).length;
  return requests + recoveries.filter(({ ms, boundMs }) => ms > boundMs).length;
}

type Report = (invariant: string, what: string) => void;

/** I1: what was acknowledged is there once, as it was sent and where it was told. I2: nothing else is there. */
function checkFacts({ told, stored, sittings }: History, report: Report): void {
  const byId = new Map<string, Stored>();
  for (const event of stored) {
    if (byId.has(event.id))
      report('I1', `${event.id} is stored twice, at ${byId.get(event.id)!.place} and ${event.place}`);
    byId.set(event.id, event);
  }
  const sent = new Set<string>();
  for (const { id, place, content, studentId } of told) {
    sent.add(id);
    const event = byId.get(id);
    if (!event) {
      if (place) report('I1', `${id} was acknowledged at ${place}, and is not in the log`);
      continue;
    }
    if (place && event.place !== place)
      report('I1', `${id} was acknowledged at ${place}, and lies at ${event.place}`);
    if (event.studentId !== studentId || contentOf(event.type, event.data) !== content)
      report('I1', `${id} at ${event.place} says something else than was sent`);
  }
  const mayBegin = new Set(sittings.flatMap(({ examId, studentId }) => startIds(examId, studentId)));
  const mayEnd = new Set(sittings.flatMap(({ examId, studentId }) => submissionIds(examId, studentId)));
  for (const { id, type, place } of stored) {
    const isKnown =
      type === 'ExamStarted' ? mayBegin.has(id) : type === 'ExamSubmitted' ? mayEnd.has(id) : sent.has(id);
    if (!isKnown) report('I2', `${type} ${id} at ${place} was sent by nobody`);
  }
}

/** I3: positions are 1 to the head, without holes. */
function checkPositions({ stored, heads }: History, report: Report): void {
  const last = new Map<number, number>();
  for (const { partition, position, place } of stored) {
    const before = last.get(partition) ?? 0;
    if (position !== before + 1)
      report('I3', `after position ${before} of partition ${partition} comes ${place}`);
    last.set(partition, position);
  }
  for (const [partition, head] of heads)
    if ((last.get(partition) ?? 0) !== head)
      report('I3', `partition ${partition} ends at ${last.get(partition) ?? 0}, its head says ${head}`);
}

/** I4: what each student did one after the other is in the log in that order. */
function checkOrder({ stored, order }: History, report: Report): void {
  const lists = new Map<number, string[]>();
  for (const { studentId, id } of stored) {
    const list = lists.get(studentId);
    if (list) list.push(id);
    else lists.set(studentId, [id]);
  }
  for (const [studentId, given] of order) {
    const known = new Set(given);
    const kept = (lists.get(studentId) ?? []).filter((id) => known.has(id));
    const there = new Set(kept);
    const expected = given.filter((id) => there.has(id));
    const wrong = kept.findIndex((id, index) => id !== expected[index]);
    if (wrong >= 0)
      report('I4', `student ${studentId}: ${kept[wrong]} stands where ${expected[wrong]} was given`);
  }
}

/** I8: one submission of each exam, in time or what was saved, with the points of what was accepted. */
function checkExams({ sittings, stored, keys, results }: History, report: Report): void {
  const events = new Map<string, Stored[]>();
  for (const event of stored.filter(({ type }) => type.startsWith('Exam'))) {
    const key = `${event.type} ${event.data.exam_id} ${event.studentId}`;
    events.set(key, [...(events.get(key) ?? []), event]);
  }
  for (const sitting of sittings) {
    const { examId, studentId } = sitting;
    const who = `student ${studentId}, exam ${examId}`;
    for (const oddity of sitting.oddities) report('I8', `${who}: ${oddity}`);
    const starts = events.get(`ExamStarted ${examId} ${studentId}`) ?? [];
    const ends = events.get(`ExamSubmitted ${examId} ${studentId}`) ?? [];
    if (sitting.deadlineAt !== undefined && starts.length !== 1)
      report('I8', `${who}: begun ${starts.length} times`);
    if (ends.length !== 1) report('I8', `${who}: handed in ${ends.length} times`);
    const [end] = ends;
    if (!end) continue;
    checkSubmission(sitting, end, (what) => report('I8', `${who}: ${what}`));
    const key = keys.get(examId)!;
    const accepted = end.data.answers as Answers;
    const score = [...key].filter(([question, letter]) => accepted[question] === letter).length;
    const told = sitting.submission?.told;
    if (told && (told.score !== score || told.total !== key.size))
      report('I8', `${who}: told ${told.score}, the accepted answers are worth ${score}`);
    const rows = results.filter((row) => row.examId === examId && row.studentId === studentId);
    if (rows.length !== 1 || rows[0]!.score !== score || !isDeepStrictEqual(rows[0]!.answers, accepted))
      report('I8', `${who}: the results say ${JSON.stringify(rows)}, the log is worth ${score}`);
  }
}

/** Whether the answers that count are those that may. */
function checkSubmission(
  { deadlineAt, saves, submission }: Sitting,
  end: Stored,
  report: (what: string) => void,
): void {
  const { answers, late, by } = end.data as { answers: Answers; late: number; by: string };
  // What was saved last counts, and of what was sent since then nobody knows whether it came.
  const lastKept = saves.findLastIndex(({ isAcknowledged }) => isAcknowledged);
  const mayCount: Answers[] = saves.slice(Math.max(lastKept, 0)).map((save) => save.answers);
  if (lastKept < 0) mayCount.push({});
  const isSaved = mayCount.some((one) => isDeepStrictEqual(one, answers));
  const isSent = submission !== undefined && isDeepStrictEqual(submission.answers, answers);
  const isInTime = deadlineAt === undefined || end.occurredAt <= deadlineAt + GRACE_MS;
  if (by === 'server') {
    if (!isSaved) report('the server handed in something else than was saved');
    if (deadlineAt !== undefined && end.occurredAt !== deadlineAt)
      report('the server handed in as of another moment');
  } else if (late > 0) {
    if (isInTime) report('late, although in time');
    if (!isSaved) report('late, and something else than was saved counts');
  } else {
    if (!isInTime) report('accepted, although late');
    if (!isSent) report('in time, and something else than was sent counts');
  }
  const told = submission?.told;
  if (told && told.late_seconds !== late) report(`told ${told.late_seconds} s late, stored ${late} s`);
  if (told && told.answers_counted === 'sent' && !isSent)
    report('told that what was sent counts, which it does not');
}

/** I9: every request ends in time, and fails in no other way than by 503 while that is allowed. */
function checkRequests({ exchanges, windows, slowness }: History, patience: number, report: Report): void {
  for (const { sentAt, endedAt, status, retryAfter } of exchanges) {
    const during = windows.filter(({ from, until }) => from <= endedAt && sentAt <= until);
    const ms = endedAt - sentAt;
    const mayLast = REQUEST_MS + Math.max(0, ...during.map(({ stallMs }) => stallMs));
    if (ms > mayLast * Math.max(patience, stretch(slowness, sentAt, endedAt)))
      report('I9', `a request lasted ${Math.round(ms)} ms (${during.map(({ row }) => row).join()})`);
    if (typeof status === 'string' || status < 500) continue;
    const when = during.map(({ row }) => row).join() || 'no fault';
    if (status !== 503) report('I9', `${status} during ${when}`);
    else if (!(Number(retryAfter) > 0)) report('I9', `503 without Retry-After during ${when}`);
    else if (patience === 1 && !during.some(({ allows503 }) => allows503)) {
      // What is refused at once is refused for what waits since before.
      const factor = stretch(slowness, sentAt - REQUEST_MS, endedAt);
      if (factor < OVERLOADED)
        report(
          'I9',
          `503 during ${when}, while the machine was ${factor.toFixed(1)} times slower than usual`,
        );
    }
  }
}
