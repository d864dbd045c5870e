/** A field of a protobuf message: its number, and a number or the bytes of a text or message. */
export interface ProtobufField {
  number: number;
  value: number | Buffer;
}

/**
 * The fields of a protobuf message in their order; those of fixed size, which nothing here needs, are left out. Throws
 * a RangeError for bytes that are none. See https://protobuf.dev/programming-guides/encoding/
 */
export function* protobufFields(message: Buffer): Generator<ProtobufField> {
  let at = 0;
  const skip = (bytes: number): number => {
    const from = at;
    if (bytes > message.length - at) throw new RangeError('the message is cut off');
    at += bytes;
    return from;
  };
  const varint = (): number => {
    // Ten bytes at most. Beyond 2 ** 53 a number is not exact; none that is read is as large.
    for (let value = 0, shift = 0; shift < 70; shift += 7) {
      const byte = message[skip(1)]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number is too long');
  };
  while (at < message.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        yield { number, value: varint() };
        break;
      case 1:
        skip(8);
        break;
      case 2: {
        const length = varint();
        const from = skip(length);
        yield { number, value: message.subarray(from, from + length) };
        break;
      }
      case 5:
        skip(4);
        break;
      default:
        throw new RangeError('there is a field of unknown kind');
    }
  }
}
