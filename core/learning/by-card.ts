/** Something of each student and card. */
export class ByCard<T> {
  readonly #students = new Map<number, Map<number, T>>();

  get(studentId: number, cardId: number): T | undefined {
    return this.#students.get(studentId)?.get(cardId);
  }

  set(studentId: number, cardId: number, value: T): void {
    const cards = this.#students.get(studentId);
    if (cards) cards.set(cardId, value);
    else this.#students.set(studentId, new Map([[cardId, value]]));
  }

  has(studentId: number, cardId: number): boolean {
    return this.#students.get(studentId)?.has(cardId) ?? false;
  }

  /** Everything, student by student. */
  all(): T[] {
    return this.#students
      .values()
      .flatMap((cards) => cards.values())
      .toArray();
  }
}
