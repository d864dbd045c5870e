import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

/** Reading one's own writes, and logins that end, in the client. */
export const mutants: Mutant[] = [
  ...mutantsIn('web/app/prerender.ts', ['test/browser/shell/prerendered.test.ts'], {
    'what was drawn ahead is shown without a login': {
      find: "  stored(role === 'admin' ? 'adminToken' : 'token') !== null &&\n",
      replace: '',
    },
  }),
  ...mutantsIn('web/app/wake-up.tsx', ['test/browser/shell/prerendered.test.ts'], {
    'what was drawn ahead cannot be used when the page is there': {
      find: "  root?.removeAttribute('inert');\n",
      replace: '',
    },
  }),
  ...mutantsIn('web/lib/call/api-client.ts', ['test/lib/call/api-client.test.ts'], {
    'a read does not tell which own write it must see': {
      find: "...(position === null ? {} : { 'After-Position': position }),",
      replace: '',
    },
    'a batch does not tell which own write it must see': {
      find: "method === 'GET' || path === '/api/batch'",
      replace: "method === 'GET'",
    },
    'a page goes on in the name of who has logged in beside it': {
      find: '  requireOwnPage();\n',
      replace: '',
    },
    'a session that the server refuses stays': {
      find: "if (code === 'unauthenticated') void checkLogin();",
      replace: '',
    },
    'a refusal of the token before ends the session that is here now': {
      find: "code === 'unauthenticated' && isSame",
      replace: "code === 'unauthenticated'",
    },
  }),
  ...mutantsIn('core/log/projecting/projection-waits.ts', ['test/api/after-position.test.ts'], {
    'the server does not wait for a reader’s own write': {
      find: 'this.#waiting.size < WAITING_MAX ? PATIENCE_MS : 0',
      replace: '0',
    },
  }),
  ...mutantsIn('web/lib/kept/sealed-work.ts', ['test/lib/kept/sealed-work.test.ts'], {
    'what a session has left is sealed and stays beside the seal': {
      find: 'for (const key of keys) localStorage.removeItem(key);',
      replace: '',
    },
  }),
  ...mutantsIn('web/lib/kept/sealed-work.ts', ['test/lib/kept/sealed-work.test.ts'], {
    'the half-written exam of a teacher is not sealed': {
      find: 'const keys = storedKeys().filter((key) => isOf(key, userId));',
      replace: "const keys = storedKeys().filter((key) => isOf(key, userId) && !key.includes('exam-draft'));",
    },
  }),
  ...mutantsIn('web/lib/kept/stored-session.ts', ['test/lib/kept/stored-session.test.ts'], {
    'a session that has ended still says whose it was': {
      find: 'forgetUser([...OF_DEVICE, ...OF_OWN_SETTINGS]);',
      replace: "forgetUser([...OF_DEVICE, ...OF_OWN_SETTINGS, 'userName', 'userEmail']);",
    },
  }),
  ...mutantsIn('web/app/shell/offline.tsx', ['test/lib/kept/sealed-work.test.ts'], {
    'the key stays beside what it has sealed': {
      find: '        forgetSealKey(userId);\n',
      replace: '',
    },
  }),
  ...mutantsIn('web/lib/kept/storage-key.ts', ['test/lib/kept/stored-session.test.ts'], {
    'a page is of whoever is logged in': {
      find: 'return stored !== null && stored !== owner;',
      replace: 'return false;',
    },
  }),
  ...mutantsIn('web/app/app.tsx', ['test/browser/account/lost-login.test.ts'], {
    'a page stays as it was when somebody else has logged in': {
      find: 'return useIsPageOver() ? (',
      replace: 'return useIsPageOver() && location.pathname === "" ? (',
    },
  }),
  ...mutantsIn('web/exam/attempt/exam-session.page.tsx', ['test/browser/account/lost-login.test.ts'], {
    'an exam begins as soon as its page is opened': {
      find: 'hasAgreedToExam(examId) || hasExamHere(examId)',
      replace: 'examId > 0',
    },
  }),
  ...mutantsIn('web/app/router.tsx', ['test/browser/account/lost-login.test.ts'], {
    'who logs in again does not come back to the page that was wanted': {
      find: 'const here = pathname + search + hash;',
      replace: 'const here = hash;',
    },
  }),
  ...mutantsIn('web/lib/live/back-off.ts', ['test/lib/live/back-off.test.ts'], {
    'pauses between retries do not grow': {
      find: 'failures += 1;',
      replace: 'failures = 1;',
    },
  }),
  ...mutantsIn('web/lib/live/page-life.ts', ['test/lib/live/page-life.test.ts'], {
    'a page that closes is not told': {
      find: "window.addEventListener('pagehide', () => onLeave(), { signal })",
      replace: 'void 0',
    },
    'a page goes without asking while something is at risk': {
      find: 'isAtRisk() && event.preventDefault()',
      replace: 'isAtRisk()',
    },
  }),
  ...mutantsIn('web/exam/draft/exam-draft-guard.ts', ['test/lib/kept/leave-guards.test.ts'], {
    'a logout does not ask about a half-written exam': {
      find: 'isAtRisk: hasExamDraft',
      replace: 'isAtRisk: () => false',
    },
  }),
];
