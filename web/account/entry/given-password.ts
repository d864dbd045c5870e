let given = '';

/** Keeps a given password, in memory alone: who has just typed it need not do so again to choose another one. */
export function keepGiven(password: string): void {
  given = password;
}

/** The password that was given, or nothing after a reload. */
export const keptGiven = (): string => given;
