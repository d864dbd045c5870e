import fp from 'fastify-plugin';
import type { Pool } from 'pg';
import { timelineWatch } from '../../core/log/timeline.ts';
import type { ChangeFeed } from '../../core/postgres/change-feed.ts';

/** Has the log follow the database's timeline: before the first request, and whenever the database was away. */
export const timeline = fp<{ pool: Pool; feed: ChangeFeed }>(
  async (app, { pool, feed }) => {
    const watch = timelineWatch(pool, app.log);
    await watch.poll();
    watch.start();
    feed.listen({ onChange: () => {}, onReset: () => void watch.poll() });
    app.addHook('onClose', () => watch.close());
  },
  { name: 'timeline' },
);
