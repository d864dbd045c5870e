import type { TourScreen } from './tour-screen.ts';

/** What anybody sees. */
export const PUBLIC_SCREENS: TourScreen[] = [
  {
    name: 'public-home',
    title: 'The first page',
    text: 'What Nhớ is, and ready-made decks to begin with. The language follows the browser and is changed at the top.',
    route: '/',
  },
  {
    name: 'public-about',
    title: 'About',
    text: 'How spaced repetition works, in words for people who have never heard of it.',
    route: '/about',
  },
  {
    name: 'public-privacy',
    title: 'Your data',
    text: 'What is kept of people, for how long, and who sees it, with the times that hold on this site.',
    route: '/privacy',
  },
  {
    name: 'public-trial',
    title: 'Five cards to try',
    text: 'A guest tries the first cards of a ready-made deck. After registering they count.',
    route: '/try/:deckId',
    path: ({ deckId }) => `/try/${deckId}`,
  },
  {
    name: 'public-register',
    title: 'Making an account',
    text: 'A name, an email address, a password, and whether one learns or teaches.',
    route: '/register',
  },
  {
    name: 'public-login',
    title: 'Logging in',
    text: 'Afterwards the page opens that was asked for before.',
    route: '/login',
  },
  {
    name: 'public-waiting',
    title: 'Waiting for the school',
    text: 'Where the school lets teachers in one by one, one who registers sees that, and the page goes on by itself.',
    route: '/waiting',
    as: 'waiting',
  },
  {
    name: 'public-school-login',
    title: 'Back from the school’s login',
    text: 'Where the school has a login of its own: what is still missing is asked here, and what was refused is said.',
    route: '/login/school',
    path: () => '/login/school#problem=school_login_cancelled',
  },
  {
    name: 'public-forgotten-password',
    title: 'A forgotten password',
    text: 'With a mail server the site sends a link; without one the page says who gives a new password.',
    route: '/forgotten-password',
  },
  {
    name: 'public-password-by-mail',
    title: 'A new password by email',
    text: 'Where the link of the email leads. It works once, for half an hour.',
    route: '/new-password-by-mail',
    path: () => '/new-password-by-mail#link',
  },
  {
    name: 'public-confirm-email',
    title: 'Confirming an address',
    text: 'A press confirms it; who did not ask for it just closes the page.',
    route: '/confirm-email',
    path: () => '/confirm-email#link',
  },
  {
    name: 'public-not-found',
    title: 'An address that leads nowhere',
    text: 'It says so, and shows the ways back.',
    route: '*',
    path: () => '/nothing-here',
  },
];
