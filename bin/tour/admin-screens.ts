const view = (name: string) => () => `/assmin?view=${name}`;

/** The administrator's screens, in the order of their sections. */
export const ADMIN_SCREENS = [
  {
    name: 'admin-login' as const,
    title: 'Logging in',
    text: 'The administrator has a door of their own.',
    route: '/assmin/login',
    as: 'nobody' as const,
  },
  {
    name: 'admin-home' as const,
    title: 'Overview',
    text: 'Whether all is well: people, answers, runs and the log.',
    route: '/assmin',
  },
  {
    name: 'admin-people' as const,
    title: 'People',
    text: 'Everybody with an account: found, helped with a new password, disabled when they leave.',
    route: '/assmin',
    path: view('people'),
  },
  {
    name: 'admin-person' as const,
    title: 'One person',
    text: 'What can be done for one account: a new password, the end of its sessions, another role, disabling, deleting.',
    route: '/assmin',
    path: ({ classmateId }: { classmateId: number }) => `/assmin?view=people&personId=${classmateId}`,
  },
  {
    name: 'admin-official' as const,
    title: 'Official decks',
    text: 'The decks that everybody may study.',
    route: '/assmin',
    path: view('official'),
  },
  {
    name: 'admin-import' as const,
    title: 'Import',
    text: 'A deck from a table, from Anki or from a file with sound. It can be checked first, row by row.',
    route: '/assmin',
    path: view('import'),
  },
  {
    name: 'admin-cards' as const,
    title: 'Cards of any deck',
    text: 'A mistake in any card is mended here.',
    route: '/assmin',
    path: ({ deckId }: { deckId: number }) => `/assmin?view=cards&deckId=${deckId}`,
  },
  {
    name: 'admin-acts' as const,
    title: 'The audit log',
    text: 'Who did what to people, classes and the site, and when. Nobody can change a line of it.',
    route: '/assmin',
    path: view('acts'),
  },
  {
    name: 'admin-log' as const,
    title: 'The log',
    text: 'Every answer is an event that is never changed. Here what is computed from them is compared and built again.',
    route: '/assmin',
    path: view('log'),
  },
  {
    name: 'admin-site' as const,
    title: 'The site',
    text: 'Its name, its logo, who may come in, whether students make decks, and how long accounts are kept.',
    route: '/assmin',
    path: view('site'),
  },
  {
    name: 'admin-account' as const,
    title: 'Account',
    text: 'What everybody sets for themselves, for the administrator too.',
    route: '/assmin',
    path: view('account'),
  },
];
