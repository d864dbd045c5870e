/** An event of a stream and when it came, in milliseconds. */
export interface Received {
  event: string;
  at: number;
}

/** A stream of Server-Sent Events as a reader sees it. */
export interface OpenStream {
  status: number;
  type: string | null;
  events: Received[];
  /** Comments that have come. */
  readonly comments: number;
  /** True when the server has ended it. */
  readonly ended: boolean;
  /** Goes away. */
  abort(): void;
}

/** Opens a stream over a real connection; what comes is gathered until it ends. */
export async function openStream(url: string, token: string): Promise<OpenStream> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
  const events: Received[] = [];
  const state = { comments: 0, ended: false };
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const messages = text.split('\n\n');
      text = messages.pop()!;
      for (const message of messages) {
        const event = /^event: (.*)$/m.exec(message)?.[1];
        if (event) events.push({ event, at: performance.now() });
        else if (message.startsWith(':')) state.comments++;
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      state.ended = true;
    });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    events,
    get comments() {
      return state.comments;
    },
    get ended() {
      return state.ended;
    },
    abort: () => leaving.abort(),
  };
}
