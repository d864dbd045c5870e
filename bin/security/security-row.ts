/** A test that proves a row: its file, and its title as it stands there. */
export interface Proof {
  file: string;
  title: string;
}

/** A row of the checklist of security. */
export interface SecurityRow {
  number: number;
  /** What is promised. */
  promise: string;
  proofs: Proof[];
  /** Why it does not apply, what of it is left out on purpose, or what is open. */
  reason?: string;
}
