import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type EventRegister, UnreadableEventError } from '../event-register.ts';
import { partitionOf } from '../position.ts';
import { ExportedEvent } from './exported-line-schema.ts';
import { DamagedLineError, type ExportedLine } from './exported-lines.ts';

const envelope = TypeCompiler.Compile(ExportedEvent);

/** An event whose place in the log has been checked; `text` is its line, which Postgres reads as it is. */
export interface CheckedLine extends ExportedLine {
  partition: number;
  position: number;
}

/**
 * Checks line after line that it is the next event of its partition, readable by this program. Throws a
 * DamagedLineError for the first that is not.
 */
export class LineCheck {
  /** The last position of each partition. */
  readonly reached = new Map<number, number>();
  readonly #register: EventRegister;

  constructor(register: EventRegister) {
    this.#register = register;
  }

  check(line: ExportedLine): CheckedLine {
    const event = this.#read(line);
    const { partition, position, student } = event;
    if (typeof student === 'string')
      throw new DamagedLineError(line.number, 'has a pseudonym for its student, so the student is unknown');
    if (event.hash === undefined) throw new DamagedLineError(line.number, 'has no hash');
    const occurredAt = new Date(event.occurred_at);
    try {
      const { id, type, version, data } = event;
      this.#register.decode({ partition, position, id, studentId: student, type, version, data, occurredAt });
    } catch (error) {
      if (error instanceof UnreadableEventError) throw new DamagedLineError(line.number, error.message);
      throw error;
    }
    if (partition !== partitionOf(student))
      throw new DamagedLineError(
        line.number,
        `the events of student ${student} belong to partition ${partitionOf(student)}, not ${partition}`,
      );
    const expected = (this.reached.get(partition) ?? 0) + 1;
    if (position !== expected)
      throw new DamagedLineError(
        line.number,
        `partition ${partition} goes on with position ${position} where ${expected} was expected`,
      );
    this.reached.set(partition, position);
    return { ...line, partition, position };
  }

  #read({ number, text }: ExportedLine): ExportedEvent {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new DamagedLineError(number, `is not JSON: ${(error as Error).message}`);
    }
    if (envelope.Check(value)) return value;
    const first = envelope.Errors(value).First();
    throw new DamagedLineError(
      number,
      `${first?.path.slice(1) || 'the line'}: ${first?.message ?? 'not valid'}`,
    );
  }
}
