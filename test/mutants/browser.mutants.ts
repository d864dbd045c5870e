import type { Mutant } from '../../bin/mutants/mutant.ts';

/** Reading one's own writes, and logins that end, in the client. */
export const mutants: Mutant[] = [
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
    name: 'a screen whose login has ended keeps its token',
    file: 'web/ui/load-error.tsx',
    find: 'forgetToken();\n    navigate',
    replace: 'navigate',
    tests: ['test/browser/live-progress.test.ts'],
  },
  {
    name: 'a learning session whose login has ended keeps its token',
    file: 'web/learning/use-session-news.ts',
    find: 'forgetToken();\n          navigate',
    replace: 'navigate',
    tests: ['test/browser/learning-access.test.ts'],
  },
  {
    name: 'who logs in again to save answers keeps the token that has ended',
    file: 'web/learning/saved-answers.tsx',
    find: 'forgetToken();\n      navigate',
    replace: 'navigate',
    tests: ['test/browser/lost-login.test.ts'],
  },
  {
    name: 'who logs in again in an exam keeps the token that has ended',
    file: 'web/exam/session/log-in-again.tsx',
    find: 'forgetToken();\n    navigate',
    replace: 'navigate',
    tests: ['test/browser/exam-login-ended.test.ts'],
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
