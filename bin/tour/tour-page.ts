import { LOCALES } from '../../core/locale.ts';
import { HEIGHT_OF, pictureName, THEMES } from './camera.ts';
import { roleOf, TOUR_ROLES, type TourRole, type TourScreen } from './tour-screen.ts';
import { TOUR_SCREENS } from './tour-screens.ts';

const HEADINGS: Record<TourRole, [title: string, text: string]> = {
  public: [
    'Before anybody has logged in',
    'Nhớ ("to remember") is for learning words by heart and keeping them. Students study flashcards, each of which comes again just before it would be forgotten. Teachers lead classes and set exams.',
  ],
  student: [
    "A student's day",
    'Ten minutes are enough: open the home, study what is due, and see the day counted. Everything also works on a phone, and goes on when the network does not.',
  ],
  teacher: [
    "A teacher's week",
    'Make a deck, open a class, see who studies, and ask in an exam what has stayed.',
  ],
  admin: [
    "An administrator's work",
    'Official decks for everybody, imports, the site itself, and a look at whether all is well.',
  ],
};

const LANGUAGE = { vi: 'Vietnamese', en: 'English' } as const;

function screenPart(screen: TourScreen): string {
  const shown = pictureName({ screen, locale: 'en', theme: 'light', width: 1440 });
  const rows = LOCALES.flatMap((locale) =>
    THEMES.map((theme) => {
      const links = Object.keys(HEIGHT_OF).map(
        (width) => `[${width}](${pictureName({ screen, locale, theme, width: Number(width) })})`,
      );
      return `${LANGUAGE[locale]}, ${theme}: ${links.join(' ')}`;
    }),
  );
  return `### ${screen.title}\n\n${screen.text}\n\n![${screen.title}](${shown})\n\n${rows.join(' · ')}\n`;
}

/** The page that explains the product by its pictures, in Markdown. */
export function tourPage(): string {
  const parts = TOUR_ROLES.map((role) => {
    const [title, text] = HEADINGS[role];
    const screens = TOUR_SCREENS.filter((screen) => roleOf(screen) === role);
    return `## ${title}\n\n${text}\n\n${screens.map(screenPart).join('\n')}`;
  });
  return `# A tour of Nhớ\n\nEvery screen, in both languages, light and dark, on a phone, a tablet and a computer. The school in the pictures is\ninvented. \`npm run tour\` takes them all again and writes this page.\n\n${parts.join('\n')}`;
}
