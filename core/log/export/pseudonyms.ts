import { createHmac } from 'node:crypto';
import type { EventFormat } from './event-formats.ts';

/** Ids of this version are derived from exam and student. A reader that knows the exam could try all students. */
const DERIVED_VERSION = '8';

/**
 * Replaces the students in lines of events by names that only the key can give: the first 16 digits of HMAC-SHA-256
 * of the student's number. Derived ids are replaced likewise by another UUID.
 */
export class Pseudonyms {
  readonly #key: string;
  /** Of the students met lately; a student's events lie near each other, in one partition. */
  #known = new Map<string, string>();

  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the lines with names in place of numbers. */
  replace(lines: string, format: EventFormat): string {
    return lines.replace(
      format.names,
      (_match, before: string, id: string, between: string, student: string) =>
        `${before}${this.eventId(id)}${between}${format.quoted(this.name(student))}`,
    );
  }

  /** Returns the name of a student of this number. */
  name(student: string): string {
    const known = this.#known.get(student);
    if (known) return known;
    if (this.#known.size >= 100_000) this.#known = new Map();
    const name = this.#digest(student).slice(0, 16);
    this.#known.set(student, name);
    return name;
  }

  /** Returns an event's id, or another in place of one that is derived from its student. */
  eventId(id: string): string {
    if (id[14] !== DERIVED_VERSION) return id;
    const hex = this.#digest(id);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  #digest(words: string): string {
    return createHmac('sha256', this.#key).update(words).digest('hex');
  }
}
