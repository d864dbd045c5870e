/** How a test said that something is wrong. */
export interface Failure {
  /** `hang` is tap's own time-out, or the end of tests that were ended. */
  kind: 'assertion' | 'wait' | 'hang';
  /** What the assertion, or the error, says. */
  message: string;
  /** The test's title, with those of the tests around it; empty for what a file does before its tests. */
  test: string;
  file: string;
  /** What tap adds, such as what was expected and where, line by line. */
  details: string[];
}

/** Of `test/harness/within.ts`, or of Playwright, whose every action waits for what it acts on. */
const WAIT = /^After [\d.]+ s the test still waits: |^\w+\.\w+: Timeout \d+ms exceeded/;
const HANG = /^(timeout!|test unfinished|child test left in queue)/;

const kindOf = (message: string): Failure['kind'] => {
  if (WAIT.test(message)) return 'wait';
  return HANG.test(message) ? 'hang' : 'assertion';
};

/** Without the signs that TAP sets before some characters, and without the time that a test took. */
const plain = (text: string): string => text.replace(/ # time=[\d.]+ms$/, '').replace(/\\(.)/g, '$1');

/** Every assertion that failed, in the TAP that `bin/test.ts` prints of files that fail. */
export function failuresOf(output: string): Failure[] {
  const failures: Failure[] = [];
  /** Titles of the tests that are open, by how far their lines are indented. */
  let open: { indent: number; title: string }[] = [];
  let diagnosticIndent: number | undefined;
  let last: Failure | undefined;
  for (const line of output.split('\n')) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    if (diagnosticIndent !== undefined) {
      if (indent === diagnosticIndent && line.trim() === '...') diagnosticIndent = undefined;
      else last?.details.push(line.slice(diagnosticIndent));
      continue;
    }
    if (line.trim() === '---') {
      diagnosticIndent = indent;
      continue;
    }
    last = undefined;
    const [, subtest] = /^\s*# Subtest: (.*)$/.exec(line) ?? [];
    if (subtest !== undefined) {
      open = [...open.filter((one) => one.indent < indent), { indent, title: plain(subtest) }];
      continue;
    }
    const [, not, name = ''] = /^\s*(not )?ok \d+(?: - (.*))?$/.exec(line) ?? [];
    if (not === undefined) continue;
    const message = plain(name);
    // The line of a test itself, which repeats what its assertions have said.
    if (open.some((one) => one.indent === indent && one.title === message)) continue;
    const [file, ...titles] = open.filter((one) => one.indent < indent).map(({ title }) => title);
    if (!file) continue;
    last = { kind: kindOf(message), message, test: titles.join(' › '), file, details: [] };
    failures.push(last);
  }
  return failures;
}
