let waiting = 0;

/** To be called by the queue whenever the number of its answers changes. */
export function setUnsavedAnswers(count: number): void {
  waiting = count;
}

/** A student's answers that the server doesn't have yet, known without loading the queue: the network may be gone. */
export const unsavedAnswers = (): number => waiting;

let examAtRisk = false;

/** To be called by an exam that is taken, whenever the server gets or misses what was done. */
export function setExamAtRisk(isAtRisk: boolean): void {
  examAtRisk = isAtRisk;
}

/** Does only this browser have some of an exam? A logout would empty it. */
export const isExamAtRisk = (): boolean => examAtRisk;
