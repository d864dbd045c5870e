import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RegisterBody } from '../../core/account/account.schema.ts';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';
import { StartError } from '../command/start-error.ts';
import { type CallError, ProductClient, tryAgain } from './product-client.ts';

/** A normally distributed number around 0 (Box and Muller). */
function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

/** Milliseconds around a middle, between a least and a most, log-normal as people's times are. */
function around(middle: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, middle * Math.exp(0.45 * normal())));
}

/** How long people take, divided by the pace. */
export class HumanTime {
  readonly #pace: number;
  readonly #ended: AbortSignal;

  constructor(pace: number, ended: AbortSignal) {
    this.#pace = pace;
    this.#ended = ended;
  }

  /** Reading, remembering, turning, rating. */
  answer(): Promise<void> {
    return this.wait(around(6_500, 3_000, 15_000));
  }

  /** Between two rounds. */
  rest(): Promise<void> {
    return this.wait(around(15_000, 5_000, 60_000));
  }

  /** So many milliseconds of a person; less when all ends. */
  wait(ms: number): Promise<void> {
    return pause(ms / this.#pace, undefined, { signal: this.#ended }).catch(() => {});
  }
}

const FAMILY = 'Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô';
const MIDDLE = 'Thị Văn Minh Ngọc Thanh Quốc Hữu Thu Gia Khánh Đức Bảo';
const GIVEN =
  'An Anh Bình Châu Chi Dũng Giang Hà Hạnh Hiếu Hoa Huy Khoa Lan Linh ' +
  'Long Mai Nam Nga Nhi Phúc Phương Quân Quỳnh Sơn Tâm Thảo Trang Tuấn Yến';

function pick(list: string): string {
  const names = list.split(' ');
  return names[Math.floor(Math.random() * names.length)]!;
}

/** A Vietnamese name, family name first. */
const personName = (): string => `${pick(FAMILY)} ${pick(MIDDLE)} ${pick(GIVEN)}`;

/** What everybody in the classroom works with. */
export interface Surroundings {
  url: string;
  /** Called with what a person should read. */
  say: (line: string) => void;
  /** The Ctrl-C, or the end of the time. */
  ended: AbortSignal;
  time: HumanTime;
}

export interface NewPerson {
  name: string;
  email: string;
  password: string;
  client: ProductClient;
}

/** Unlike that of any other run. */
const RUN = randomBytes(4).toString('hex');

/** Returns the official decks. Throws a StartError unless Nhớ, with a deck to study, responds at this address. */
export async function officialDecks(url: string): Promise<OfficialDeck[]> {
  const answer = await new ProductClient(url).call('GET /api/official-decks').catch((error: CallError) => {
    if (error.code === 'network_error')
      throw new StartError(
        `Nothing answers at ${url}: start Nhớ with npm start, or say where it is with --url.`,
      );
    throw new StartError(`What answers at ${url} is not Nhớ, or not ready: ${error.message}.`);
  });
  if (!Array.isArray(answer.data)) throw new StartError(`What answers at ${url} is not Nhớ.`);
  return answer.data;
}

/** Registers somebody, as often as it takes: a server lets 300 a minute in from one address. */
export async function register(
  { url, say, ended }: Surroundings,
  role: RegisterBody['role'],
  number: number,
): Promise<NewPerson> {
  const client = new ProductClient(url);
  const name = personName();
  const password = randomBytes(9).toString('base64url');
  const email = `${role}-${RUN}-${number}@example.org`;
  const body: RegisterBody = {
    name,
    email,
    password,
    password_confirmation: password,
    role,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const onFailure = (error: CallError, waitMs: number): void => {
    if (error.status === 429) say(`The server takes no more registrations now: on in ${waitMs / 1_000} s …`);
  };
  const enter = () =>
    client.call('POST /api/register', { body }).catch((error: CallError) => {
      // By the try before, whose answer was lost.
      if (error.code !== 'email_taken') throw error;
      return client.call('POST /api/login', { body: { email, password } });
    });
  client.logIn(await tryAgain(enter, { signal: ended, onFailure }));
  return { name, email, password, client };
}

export interface OwnClassroom {
  classId: number;
  /** Lets a student in that has asked to join. */
  approve(): Promise<void>;
}

/** A teacher with a class that has every official deck; says how to log in as the teacher. */
export async function openClassroom(around: Surroundings, decks: OfficialDeck[]): Promise<OwnClassroom> {
  const [first, ...others] = decks;
  if (!first) throw new StartError('There is no official deck to study: give one the mark, or use --class.');
  const { client, name, email, password } = await register(around, 'teacher', 1);
  const { data } = await client.call('POST /api/classes', {
    body: { name: `Lớp ${name}`, deck_id: first.id },
  });
  for (const { id } of others)
    await client.call('POST /api/classes/:classId/decks', {
      params: { classId: data.id },
      body: { deck_id: id },
    });
  around.say(`Class ${data.id} is there. To watch it, log in at ${around.url}/login as its teacher:`);
  around.say(`  email     ${email}`);
  around.say(`  password  ${password}`);
  return {
    classId: data.id,
    async approve() {
      const { data: requests } = await client.call('GET /api/classes/:classId/join-requests', {
        params: { classId: data.id },
      });
      for (const { student_id } of requests)
        await client
          .call('POST /api/classes/:classId/approve/:studentId', {
            params: { classId: data.id, studentId: student_id },
          })
          .catch((error: CallError) => {
            // Two students who have just joined both ask for it.
            if (error.code !== 'already_approved') throw error;
          });
    },
  };
}
