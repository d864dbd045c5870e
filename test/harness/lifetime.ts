/** What is begun for a while says here how it ends: a test of tap, or a program of its own. */
export interface Lifetime {
  teardown(end: () => unknown): void;
}

/** A lifetime without a test around it. */
export class OwnLifetime implements Lifetime {
  readonly #ends: (() => unknown)[] = [];

  teardown(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Ends all, the last first, even when one of them fails; then throws the first failure. */
  async end(): Promise<void> {
    const failures: unknown[] = [];
    for (let last = this.#ends.pop(); last; last = this.#ends.pop())
      try {
        await last();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length) throw failures[0];
  }
}
