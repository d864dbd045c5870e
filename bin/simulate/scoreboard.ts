/** Answers whose times make up the p95. */
const RECENT = 1_000;

/** What the whole classroom has done so far. */
export class Scoreboard {
  /** Students who are studying. */
  studying = 0;
  /** Answers given that the server has not yet acknowledged. */
  waiting = 0;
  /** Answers that the server has acknowledged. */
  answers = 0;
  /** Calls that failed, whether or not they were tried again with success. */
  errors = 0;
  /** Answers that the server refused for what they are. */
  refusals = 0;
  readonly #students: number;
  #start = performance.now();
  #answersBefore = 0;
  #lastRefusal: string | undefined;
  readonly #recent: number[] = [];

  constructor(students: number) {
    this.#students = students;
  }

  begin(): void {
    this.#start = performance.now();
  }

  answered(ms: number): void {
    this.#recent[this.answers++ % RECENT] = ms;
  }

  failed(): void {
    this.errors += 1;
  }

  refused(error: Error): void {
    this.refusals += 1;
    this.#lastRefusal = error.message;
  }

  get #p95(): string {
    const sorted = this.#recent.toSorted((a, b) => a - b);
    return `${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms`;
  }

  get #seconds(): number {
    return (performance.now() - this.#start) / 1_000;
  }

  /** To be asked for once a second. */
  line(): string {
    const rate = this.answers - this.#answersBefore;
    this.#answersBefore = this.answers;
    const minutes = Math.floor(this.#seconds / 60);
    const clock = `${String(minutes).padStart(2, '0')}:${String(Math.floor(this.#seconds % 60)).padStart(2, '0')}`;
    return `${clock}  ${this.studying} of ${this.#students} students  ${this.answers} answers  ${rate}/s  ${this.errors} errors  p95 ${this.#p95}`;
  }

  summary(): string {
    const rate = (this.answers / Math.max(1, this.#seconds)).toFixed(1);
    const lines = [
      `${this.#students} students gave ${this.answers} answers in ${Math.round(this.#seconds)} s: ${rate}/s, ${this.errors} errors, p95 ${this.#p95}.`,
    ];
    if (this.refusals > 0) lines.push(`The server refused ${this.refusals} of them: ${this.#lastRefusal}.`);
    if (this.waiting > 0) lines.push(`${this.waiting} more could not be handed over.`);
    return lines.join('\n');
  }
}
