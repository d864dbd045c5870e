import { createParser } from 'eventsource-parser';

export interface StreamEvent {
  /** `message` when the server gave no name. */
  type: string;
  data: string;
}

/**
 * Reads Server-Sent Events from bytes that are cut anywhere. What no blank line has ended yet is never reported. `id`
 * and `retry` are ignored: after reconnecting, everything is read again.
 */
export function createEventStreamParser(onEvent: (event: StreamEvent) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ event, data }) => onEvent({ type: event || 'message', data }),
  });
  return (bytes) => parser.feed(decoder.decode(bytes, { stream: true }));
}
