import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { sealKeys } from '../../../core/account/seal-keys.ts';
import type { Call, Data, Input, Optional } from '../../../core/api.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { Role } from '../../../core/contract/roles.ts';
import { DEFAULT_DECK_SETTINGS, type Deck, type DeckSettingsBody } from '../../../core/deck/deck.schema.ts';
import { signedToken } from '../../account/signed-token.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../../account/test-password.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { JWT_SECRET } from '../harness/test-server.ts';

/** Somebody with an account, and what they do past the browser. */
export interface Person {
  id: number;
  role: Role;
  name: string;
  email: string;
  password: string;
  token: string;
  /** Calls the server; answers the data, and throws unless it succeeds. */
  call<C extends Call>(call: C, ...given: Optional<Input<C>>): Promise<Data<C>>;
  /** A deck of this person's own, with these cards in this order. */
  deck(title: string, cards?: Partial<Card>[], columns?: Partial<Deck>): Promise<number>;
  cards(deckId: number): Promise<Card[]>;
  classes(deckId: number, count: number): Promise<void>;
  /** Chooses how this student learns a deck; the rest is as of anybody who has chosen nothing. */
  settings(deckId: number, chosen: Partial<DeckSettingsBody>): Promise<unknown>;
  /** Answers the next `count` cards of a deck as known; resolves when every projection has them. */
  study(deckId: number, count: number): Promise<void>;
  /** This student's events in the order in which the log has them. */
  events(): Promise<LoggedAnswer[]>;
}

export interface LoggedAnswer {
  front: string;
  rating: number;
  card_type: string;
  first_status: number;
  tries: number;
}

const SESSION_SECONDS = 6 * 3_600;

/** An account and a session of it, made past the calls, which hash: only few tests are about registering. */
export async function makeAccount(
  app: BrowserTest,
  role: Role,
  name = role === 'teacher' ? 'Cô Hoa' : 'Lan',
): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const jti = randomUUID();
  const { rows } = await app.db.query<{ id: number; exp: number; iat: number }>(
    `with made as (
       insert into users (name, email, password_hash, role, time_zone)
       values ($1, $2, $3, $4, 'Asia/Ho_Chi_Minh') returning id
     ), session as (
       insert into sessions (user_id, token_id, ends_at)
       select id, $5, now() + $6 * interval '1 second' from made returning user_id as id, begun_at
     )
     select id, extract(epoch from begun_at)::integer as iat, extract(epoch from begun_at)::integer + $6 as exp from session`,
    [name, email, await TEST_PASSWORD_HASH, role, jti, SESSION_SECONDS],
  );
  const { id, iat, exp } = rows[0]!;
  const claims = { sub: String(id), version: 0, jti, iat, exp, iss: 'nho', aud: 'nho api' };
  const token = signedToken(claims, JWT_SECRET);
  const call = callsOf(app, token);
  return {
    id,
    role,
    name,
    email,
    password: TEST_PASSWORD,
    token,
    call,
    async deck(title, cards = [], columns = {}) {
      const { description = null, display_back_first = false, is_official = false } = columns;
      const { rows } = await app.db.query<{ id: number }>(
        `with deck as (
           insert into decks (user_id, title, description, display_back_first, is_official, official_button_label)
           values ($1, $2, $3, $4, $5, case when $5 then $2 end) returning id
         ), inserted as (
           insert into cards (deck_id, ordinal, front, back, example_sentence, definition, part_of_speech, level,
             audio_file)
           select deck.id, ordinality, card->>'front', card->>'back', card->>'example_sentence',
             card->>'definition', card->>'part_of_speech', card->>'level', card->>'audio_file'
           from deck, jsonb_array_elements($6::jsonb) with ordinality as list (card, ordinality)
         )
         select id from deck`,
        [id, title, description, display_back_first, is_official, JSON.stringify(cards)],
      );
      return rows[0]!.id;
    },
    cards: (deckId) => call('GET /api/decks/:deckId/cards', { params: { deckId } }),
    async classes(deckId, count) {
      await app.db.query(
        `with made as (
           insert into classes (teacher_id, name)
           select $1::integer, 'Class ' || number from generate_series(1, $3) as list (number) returning id
         )
         insert into class_decks (class_id, deck_id) select id, $2::integer from made`,
        [id, deckId, count],
      );
    },
    settings: (deckId, chosen) =>
      call('POST /api/decks/:deckId/settings', {
        params: { deckId },
        body: { ...DEFAULT_DECK_SETTINGS, ...chosen },
      }),
    async study(deckId, count) {
      const given = { params: { deckId }, query: { limit: count } };
      let position = '';
      for (const { id: cardId } of await call('GET /api/decks/:deckId/cards/set', given)) {
        const body = { status: 2, time_spent: 3, card_type: 'new' } as const;
        ({ position } = await call('POST /api/cards/:cardId/progress', { params: { cardId }, body }));
      }
      const headers = { 'After-Position': position };
      const { status } = await app.api('GET /api/decks/:deckId/stats', {
        params: { deckId },
        token,
        headers,
      });
      if (status !== 200) throw new Error(`stats: ${status}`);
    },
    async events() {
      const { rows } = await app.db.query<LoggedAnswer>(
        `select c.front, (e.data->>'rating')::int as rating, e.data->>'card_type' as card_type,
           (e.data->>'first_status')::int as first_status, (e.data->>'tries')::int as tries
         from events e left join cards c on c.id = (e.data->>'card_id')::int
         where e.student_id = $1 order by e.position`,
        [id],
      );
      return rows;
    },
  };
}

/** Calls with this token, all of which must succeed. */
export function callsOf({ api }: Pick<BrowserTest, 'api'>, token: string): Person['call'] {
  return async (name, ...given) => {
    const { status, body } = await api(name, { ...given[0], token } as never);
    if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return (body as { data: never }).data;
  };
}

const sealKeyOf = sealKeys(JWT_SECRET);

/** Logs the page's browser in, as an earlier visit would have, and goes there. */
export async function enter(page: Page, person: Person, path?: string): Promise<void> {
  // The storage is the origin's, and this page the quickest there.
  await page.goto('/healthz');
  await page.evaluate((items) => Object.assign(localStorage, items), {
    [person.role === 'admin' ? 'admin_token' : 'token']: person.token,
    role: person.role,
    user_role: person.role,
    user_id: String(person.id),
    user_name: person.name,
    user_email: person.email,
    [`nho-seal:${person.id}`]: sealKeyOf(person.id),
  });
  if (path) await page.goto(path);
}

/** Somebody new, logged in on this page, which is then outside of the client. */
export async function logIn(app: BrowserTest, page: Page, role: Role, name?: string): Promise<Person> {
  const person = await makeAccount(app, role, name);
  await enter(page, person);
  return person;
}
