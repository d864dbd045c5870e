export interface StreamEvent {
  /** `message` when the server gave no name. */
  type: string;
  data: string;
}

/**
 * Reads Server-Sent Events as the HTML standard says (9.2.6), from bytes that are cut anywhere. What no blank line has
 * ended yet is never reported. `id` and `retry` are ignored: whoever reconnects here reads everything anew.
 */
export function createEventStreamParser(onEvent: (event: StreamEvent) => void): (bytes: Uint8Array) => void {
  // It also takes a byte order mark away.
  const decoder = new TextDecoder();
  let line = '';
  let afterReturn = false;
  let type = '';
  let data: string[] = [];

  const dispatch = () => {
    const text = data.join('\n');
    // An event with no data at all is none; one whose data are an empty line is.
    if (data.length > 0) onEvent({ type: type || 'message', data: text });
    type = '';
    data = [];
  };

  const endLine = () => {
    const whole = line;
    line = '';
    if (whole === '') return dispatch();
    const colon = whole.indexOf(':');
    const field = colon < 0 ? whole : whole.slice(0, colon);
    const value = colon < 0 ? '' : whole.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
  };

  return (bytes) => {
    let text = decoder.decode(bytes, { stream: true });
    // The line feed of a CR LF that was cut in two.
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    else if (text === '') return;
    afterReturn = text === '' ? false : text.endsWith('\r');
    const [rest = '', ...ended] = text.split(/\r\n|\r|\n/);
    line += rest;
    for (const next of ended) {
      endLine();
      line = next;
    }
  };
}
