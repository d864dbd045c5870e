import { type Failure, failuresOf } from '../check/tap-failures.ts';

export interface Outcome {
  /**
   * `waited`: no assertion failed, but a wait for what never came ended by itself. `hung`: not even that. `broken`: the
   * tests did not begin, or ended without saying what is wrong.
   */
  kind: 'caught' | 'waited' | 'survived' | 'hung' | 'broken';
  /** What noticed it. */
  failure?: Failure;
}

/** What a run of the tests says of a mutant. `isEnded` when it took so long that it was ended. */
export function outcomeOf(
  output: string,
  { passed, isEnded }: { passed: boolean; isEnded: boolean },
): Outcome {
  if (passed) return { kind: 'survived' };
  const failures = failuresOf(output);
  const first = (kind: Failure['kind']) => failures.find((failure) => failure.kind === kind);
  const [assertion, wait, hang] = [first('assertion'), first('wait'), first('hang')];
  if (assertion) return { kind: 'caught', failure: assertion };
  if (wait) return { kind: 'waited', failure: wait };
  return hang || isEnded ? { kind: 'hung', failure: hang } : { kind: 'broken' };
}
