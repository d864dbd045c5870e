import type { Page } from 'playwright-core';
import type { TourSchool } from './tour-school.ts';

export const TOUR_ROLES = ['public', 'student', 'teacher', 'admin'] as const;
export type TourRole = (typeof TOUR_ROLES)[number];

export interface TourScreen {
  role: TourRole;
  /** The beginning of its pictures' names. */
  name: string;
  title: string;
  text: string;
  /** Its address; `:classId` stands for what the school has by this name. */
  path: string;
  /** Absent: the role's own login, and nobody's for public screens. */
  as?: keyof TourSchool['logins'];
  /** What is typed into which field, before anything is pressed. */
  fill?: [label: RegExp, text: string];
  /** What is pressed before the picture is taken, one after the other, in either language. */
  press?: RegExp[];
  /** The part of the page that the picture is of, by its heading; absent: the beginning of the page. */
  part?: RegExp;
  /** Whether it is also kept as it looks by night and in English. */
  inOtherLooks?: true;
}

export const addressIn = ({ path }: TourScreen, school: TourSchool): string =>
  path.replace(/:(\w+)/g, (_, name) => `${school[name as keyof TourSchool]}`);

/** Whose browser shows it. */
export const loginIn = ({ as, role }: TourScreen): keyof TourSchool['logins'] =>
  as ?? (role === 'public' ? 'nobody' : role);

/** Brings the screen to where its picture is taken. */
export async function prepare({ fill, press = [], part }: TourScreen, page: Page): Promise<void> {
  if (fill) await page.getByLabel(fill[0]).fill(fill[1]);
  for (const [index, name] of press.entries()) {
    const control = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first();
    if (index > 0) await control.waitFor();
    // A session that is opened again stands where it was left: its card is turned already.
    if (await control.isVisible()) await control.click();
  }
  // With what leads to it above, where there is room.
  if (part)
    await page.getByRole('group', { name: part }).evaluate((one) => {
      const isLow = one.clientHeight < innerHeight;
      one.scrollIntoView({ block: isLow ? 'end' : 'start' });
      if (!isLow) scrollBy(0, -innerHeight / 3);
    });
}
