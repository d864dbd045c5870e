import { LOCALES } from '../../core/text/locale.ts';
import type { Heard } from './ear.ts';
import type { TourRole } from './tour-screen.ts';

const LANGUAGE = { vi: 'Vietnamese', en: 'English' } as const;
const WHO: Record<TourRole, string> = {
  public: 'before anybody has logged in',
  student: 'as a student',
  teacher: 'as a teacher',
  admin: 'as an administrator',
};

const inBoth = (texts: Heard['main']): string =>
  LOCALES.toReversed()
    .map((locale) => `${LANGUAGE[locale]}:\n\n\`\`\`yaml\n${texts[locale].trim()}\n\`\`\`\n`)
    .join('\n');

/** The page of what is heard by somebody of this role, in Markdown. */
export function heardPage(role: TourRole, heard: Heard[]): string {
  const screens = heard.filter((each) => each.role === role);
  // On the first screen an administrator is not yet logged in.
  const last = screens.at(-1)!;
  const parts = screens.map(({ title, main }) => `## ${title}\n\n${inBoth(main)}`);
  return `# What is heard ${WHO[role]}

Each screen as a screen reader says it: role, name, state, and what is in it. \`npm run tour -- --heard\` writes this page.
Of parts that are alike the first three are here. What is promised stands in [accessibility.md](../accessibility.md).

## Around every screen

${inBoth(last.around)}
${parts.join('\n')}`;
}
