import pg from 'pg';

/** In which a host that serves says whether it takes writes. */
const ANSWER_MS = 5_000;

/** What is being found out now, by the URLs. */
const asked = new Map<string, Promise<string>>();

/**
 * The first of these URLs whose host takes writes, which a standby does not. All are asked at once: one may be silent.
 * Rejects with an error that counts as transient when none does.
 */
export function writableHost(urls: string[]): Promise<string> {
  const key = urls.join('\n');
  let found = asked.get(key);
  if (!found) {
    found = Promise.any(urls.map(takesWrites))
      .catch((cause: unknown) => {
        throw new Error('connection failed: no host of DATABASE_URL takes writes', { cause });
      })
      .finally(() => asked.delete(key));
    asked.set(key, found);
  }
  return found;
}

async function takesWrites(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'nho host check',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');
    return url;
  } finally {
    // Not waited for: one that has gone silent does not say goodbye either.
    void client.end().catch(() => {});
    if (!client.connection.stream.destroyed)
      setTimeout(() => client.connection.stream.destroy(), ANSWER_MS).unref();
  }
}
