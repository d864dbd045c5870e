import { type Picture, pictureName } from './camera.ts';
import { TOUR_ROLES, type TourRole, type TourScreen } from './tour-screen.ts';
import { TOUR_SCREENS } from './tour-screens.ts';

const HEADINGS: Record<TourRole, [title: string, text: string]> = {
  public: [
    'Before anybody has logged in',
    'Nhớ ("to remember") is for learning words by heart and keeping them. Students study flashcards, each of which comes again just before it would be forgotten. Teachers lead classes and set exams.',
  ],
  student: [
    "A student's day",
    'Ten minutes are enough: open the home, study what is due, and see the day counted. Everything also works on a phone, and goes on when the network does not. A deck is practised by turning its cards, by typing, by listening or by choosing from four; each card keeps its history, can be flagged or put aside, and a wrong one is reported in two presses. Where the school allows it, students make decks of their own, on the same pages as teachers.',
  ],
  teacher: [
    "A teacher's week",
    'Make a deck, open a class, see who studies, and ask in an exam what has stayed. Cards are typed, pasted from a list, or come from Excel, CSV or Anki with their pictures and tags; they are edited one by one or all in a table, keep their earlier versions, and come back from the trash. Students come by a code that is shown or printed, or from a pasted list, with slips to log in. Classes are taught together, and figures move while students answer.',
  ],
  admin: [
    "An administrator's work",
    'Official decks for everybody, imports, the people with their accounts, the site itself, and a look at whether all is well. An audit log that nobody can change says who did what, and what is kept of people is written on a page that everybody can read.',
  ],
};

const WIDTHS = [360, 1_440];

/** The pictures of a screen that the repository keeps; every other can be taken when it is wanted. */
export const keptPictures = (screen: TourScreen): Picture[] => [
  { screen, locale: 'vi', theme: 'light', widths: WIDTHS },
  ...(screen.inOtherLooks
    ? [
        { screen, locale: 'vi' as const, theme: 'dark' as const, widths: WIDTHS },
        { screen, locale: 'en' as const, theme: 'light' as const, widths: WIDTHS },
      ]
    : []),
];

function screenPart(screen: TourScreen): string {
  const [shown, dark, english] = keptPictures(screen).map(pictureName);
  const others = dark ? ` It is also here [by night](${dark}) and [in English](${english}).` : '';
  return `**${screen.title}.** ${screen.text}${others}\\\n![${screen.title}](${shown})\n`;
}

/** The page that explains the product by its pictures, in Markdown. */
export function tourPage(): string {
  const parts = TOUR_ROLES.map((role) => {
    const [title, text] = HEADINGS[role];
    const screens = TOUR_SCREENS.filter((screen) => screen.role === role);
    return `## ${title}\n\n${text}\n\n${screens.map(screenPart).join('\n')}`;
  });
  return `# A tour of Nhớ\n\nEvery screen in Vietnamese, on a phone and on a computer, and some by night and in English. The school in the pictures is\ninvented. \`npm run tour\` takes them again and writes this page; with options it takes others, in both languages, light and\ndark, on a phone, a tablet and a computer.\n\n${parts.join('\n')}`;
}
