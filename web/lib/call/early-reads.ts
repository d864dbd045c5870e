import { noteAccountEnd } from '../kept/account-end.ts';
import { readSession } from '../kept/stored-session.ts';
import { pause } from '../live/timing.ts';
import { afterPosition } from './read-position.ts';

/** One call's answer, as a batch has it. */
interface EarlyAnswer {
  status: number;
  data: unknown;
}

/** What the document's own script has asked for before the client was there: `web/build/page-documents.ts`. */
interface EarlyReads {
  token: string;
  /** The value of the header `After-Position`. */
  position: string | null;
  /** Milliseconds since the page was asked for, after which what it asked for is read again. */
  until: number;
  /** What the answer's header says of the end of the account. */
  end?: Promise<string | null>;
  /** By address; undefined when the call has failed. */
  answers: Partial<Record<string, Promise<EarlyAnswer | undefined>>>;
}

declare global {
  var earlyReads: EarlyReads | undefined;
}

/** How long the first picture of a page waits for what belongs in it. */
export const PICTURE_WAIT_MS = 400;

/** Bodies by address. */
let heard = new Map<string, unknown>();

/** Has a first view be rendered with these bodies, by address. */
export function hearAhead(bodies: ReadonlyMap<string, unknown>): void {
  heard = new Map(bodies);
}

/** To be called before something changes on the server, or when it has: what was asked for before is then old. */
export function forgetEarlyReads(): void {
  globalThis.earlyReads = undefined;
  heard = new Map();
}

/** True while the client would ask the same as the document has. */
function isSameQuestion({ token, position, until }: EarlyReads): boolean {
  const session = readSession();
  return (
    token === (session.token ?? session.adminToken) &&
    position === afterPosition() &&
    performance.now() < until
  );
}

/** False also when it was left out, since all parts together were too large. */
const isAnswer = (entry: EarlyAnswer | undefined): entry is EarlyAnswer =>
  entry !== undefined && entry.status !== 413;

/**
 * The answers to these reads that were asked for with the document, each given once; null unless all of them were. They
 * are null when the call failed as a whole: the client then asks by itself and hears the reason.
 */
export function takeEarlyReads(addresses: readonly string[]): Promise<EarlyAnswer[] | null> | null {
  const early = globalThis.earlyReads;
  if (!early) return null;
  if (!isSameQuestion(early)) {
    forgetEarlyReads();
    return null;
  }
  const taken = addresses.map((address) => early.answers[address]);
  if (!taken.every((one) => one !== undefined)) return null;
  for (const address of addresses) {
    delete early.answers[address];
    heard.delete(address);
  }
  void early.end?.then(noteAccountEnd);
  return Promise.all(taken).then((entries) => (entries.every(isAnswer) ? entries : null));
}

/** Waits a moment for what the document has asked for: a page is then drawn with it, not without it and once more with it. */
export async function awaitEarlyReads(): Promise<void> {
  const early = globalThis.earlyReads;
  if (!early || !isSameQuestion(early)) return;
  const all = Object.entries(early.answers).map(async ([address, answer]) => {
    const entry = await answer;
    if (entry?.status === 200 && globalThis.earlyReads === early) heard.set(address, entry.data);
  });
  await Promise.race([Promise.all(all), pause(PICTURE_WAIT_MS)]);
}

/**
 * What has been heard: the body of each call's answer by its address. Each is still to be taken. Empty for a user who
 * has logged in since, here or in another tab.
 */
export function heardEarly(): ReadonlyMap<string, unknown> {
  const early = globalThis.earlyReads;
  if (early && !isSameQuestion(early)) forgetEarlyReads();
  return heard;
}
