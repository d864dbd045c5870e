import type { Shot } from './camera.ts';
import type { TourScreen } from './tour-screen.ts';
import { TOUR_SCREENS } from './tour-screens.ts';

/** Screens that are also kept as they look by night and in English. */
const IN_OTHER_LOOKS: TourScreen['name'][] = [
  'public-home',
  'student-home',
  'student-answer',
  'student-pairs',
  'teacher-class',
  'teacher-class-results',
];

const PHONE = 360;
const COMPUTER = 1_440;

/** The pictures of a screen that the repository keeps; every other can be taken when it is wanted. */
export function keptShots(screen: TourScreen): Shot[] {
  const shots: Shot[] = [
    { screen, locale: 'vi', theme: 'light', width: COMPUTER },
    { screen, locale: 'vi', theme: 'light', width: PHONE },
  ];
  if (IN_OTHER_LOOKS.includes(screen.name))
    shots.push(
      { screen, locale: 'vi', theme: 'dark', width: PHONE },
      { screen, locale: 'en', theme: 'light', width: COMPUTER },
    );
  return shots;
}

export const allKeptShots = (): Shot[] => TOUR_SCREENS.flatMap(keptShots);
