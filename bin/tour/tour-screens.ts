import { ADMIN_SCREENS } from './admin-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { STUDENT_SCREENS } from './student-screens.ts';
import { TEACHER_SCREENS } from './teacher-screens.ts';
import type { TourScreen } from './tour-screen.ts';

/** Every screen, in the order in which somebody meets them. */
export const TOUR_SCREENS: TourScreen[] = [
  ...PUBLIC_SCREENS,
  ...STUDENT_SCREENS,
  ...TEACHER_SCREENS,
  ...ADMIN_SCREENS,
];
