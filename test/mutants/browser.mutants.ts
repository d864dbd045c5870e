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
    file: 'core/log/projection-waits.ts',
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
    file: 'web/exam-session/log-in-again.tsx',
    find: 'forgetToken();\n    navigate',
    replace: 'navigate',
    tests: ['test/browser/exam-login-ended.test.ts'],
  },
];
