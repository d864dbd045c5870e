import type { Login, School } from './speed-school.ts';

/** What a screen may cost when it is opened for the first time; absent means that it is only measured. */
export interface Budget {
  /** Of any kind, calls of the API among them. */
  requests?: number;
  /** Kilobytes of script, as they travel. */
  script?: number;
  /** Milliseconds. */
  lcp?: number;
  cls?: number;
  /** Lighthouse's score of performance; its other categories are then asked to have 100. */
  performance?: number;
}

/** How far beyond its budget a screen is today: it is reported with its reason, and fails when it gets worse. */
export interface Accepted extends Pick<Budget, 'lcp' | 'performance'> {
  why: string;
}

export interface SpeedScreen {
  name: string;
  path: string;
  login?: Login;
  budget: Budget;
  accepted?: Accepted;
}

/** What Lighthouse is asked beside performance; each must be full. */
export const FULL_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

/** Milliseconds from a tap on a rating to the next card on the screen. */
export const NEXT_CARD_MAX = 50;

export const NEXT_CARD_ACCEPTED = {
  max: 90,
  why: 'of a tap 15 to 25 ms pass before the click is there, and a machine that is busy takes as long again',
};

const every: Budget = { lcp: 2_500, cls: 0.02 };

/** Every screen that is measured. */
export function speedScreens({ student, teacher, admin, ...school }: School): SpeedScreen[] {
  return [
    { name: 'home', path: '/', budget: { ...every, requests: 15, script: 150, performance: 95 } },
    { name: 'about', path: '/about', budget: { ...every, requests: 15, script: 150 } },
    {
      name: 'log in',
      path: '/login',
      budget: { ...every, script: 170 },
    },
    {
      name: "student's home",
      path: '/student',
      login: student,
      budget: { ...every, performance: 95 },
      accepted: {
        performance: 88,
        why: 'what blocks it takes 70 to 290 ms from run to run on two cores; the others hold as they are',
      },
    },
    {
      name: 'learning',
      path: `/learn/${school.deckId}`,
      login: student,
      budget: { ...every, script: 205, performance: 95 },
    },
    {
      name: 'exam',
      path: `/exam/${school.examId}`,
      login: student,
      budget: { ...every, performance: 95 },
    },
    { name: "teacher's home", path: '/teacher', login: teacher, budget: every },
    {
      name: 'class',
      path: `/teacher/classes?classId=${school.classId}`,
      login: teacher,
      budget: every,
    },
    { name: 'exams', path: '/teacher/exams', login: teacher, budget: every },
    { name: 'administration', path: '/assmin', login: admin, budget: every },
  ];
}
