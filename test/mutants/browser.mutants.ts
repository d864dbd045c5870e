import type { Mutant } from '../../bin/mutants/mutant.ts';

/** Reading one's own writes, and logins that end, in the client. */
export const mutants: Mutant[] = [
  {
    name: 'what was drawn ahead is shown without a login',
    file: 'web/app/draw-ahead.ts',
    find: "  stored(role === 'admin' ? 'adminToken' : 'token') !== null &&\n",
    replace: '',
    tests: ['test/browser/drawn-ahead.test.ts'],
  },
  {
    name: 'what was drawn ahead cannot be used when the page is there',
    file: 'web/app/wake-up.tsx',
    find: "  root?.removeAttribute('inert');\n",
    replace: '',
    tests: ['test/browser/drawn-ahead.test.ts'],
  },
  {
    name: 'a read does not tell which own write it must see',
    file: 'web/lib/api-client.ts',
    find: "...(position === null ? {} : { 'After-Position': position }),",
    replace: '',
    tests: ['test/web/api-client.test.ts'],
  },
  {
    name: 'a batch does not tell which own write it must see',
    file: 'web/lib/api-client.ts',
    find: "method === 'GET' || path === '/api/batch'",
    replace: "method === 'GET'",
    tests: ['test/web/api-client.test.ts'],
  },
  {
    name: 'the server does not wait for a reader’s own write',
    file: 'core/log/projecting/projection-waits.ts',
    find: 'this.#waiting.size < WAITING_MAX ? PATIENCE_MS : 0',
    replace: '0',
    tests: ['test/api/after-position.test.ts'],
  },
  {
    name: 'who logs in again keeps the token that has ended',
    file: 'web/lib/pages/use-log-in-again.ts',
    find: 'forgetToken();\n    // A page',
    replace: '// A page',
    tests: ['test/browser/lost-login.test.ts', 'test/browser/exam-login-ended.test.ts'],
  },
  {
    name: 'who logs in again does not come back to the page that was wanted',
    file: 'web/app/guards.tsx',
    find: 'const here = pathname + search + hash;',
    replace: 'const here = hash;',
    tests: ['test/browser/lost-login.test.ts'],
  },
  {
    name: 'pauses between retries do not grow',
    file: 'web/lib/back-off.ts',
    find: 'failures += 1;',
    replace: 'failures = 1;',
    tests: ['test/web/retry.test.ts'],
  },
  {
    name: 'a page that closes is not told',
    file: 'web/lib/page-life.ts',
    find: "window.addEventListener('pagehide', () => onLeave(), { signal })",
    replace: 'void 0',
    tests: ['test/web/page-life.test.ts'],
  },
  {
    name: 'a page goes without asking while something is at risk',
    file: 'web/lib/page-life.ts',
    find: 'isAtRisk() && event.preventDefault()',
    replace: 'isAtRisk()',
    tests: ['test/web/page-life.test.ts'],
  },
  {
    name: 'a logout does not ask about a half-written exam',
    file: 'web/exam/exam-draft-guard.ts',
    find: 'isAtRisk: hasExamDraft',
    replace: 'isAtRisk: () => false',
    tests: ['test/web/leave-guards.test.ts'],
  },
];
