/** Begins the last line of a process that runs test files; its exit code follows. */
export const LEAVING = '# leaving with exit code ';
