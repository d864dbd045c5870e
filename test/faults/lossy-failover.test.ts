import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { openTestPool } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { PostgresPair } from './world/postgres-pair.ts';
import { migrateWhole } from './world/throwaway-postgres.ts';

t.test(
  'API-50 after a failover that lost commits the log has another epoch, and nobody types anything',
  async (t) => {
    const postgres = await PostgresPair.start(t, { standby: true });
    await migrateWhole(postgres.primaryUrl);
    await postgres.attachStandby();
    const [first, second] = postgres.urls.map((url) => new URL(url));
    const databaseUrl = first!.href.replace(first!.host, `${first!.host},${second!.host}`);
    const api = await startApi(t, { databaseUrl });
    const teacher = await api.registerByCall('teacher');
    const student = await api.registerByCall();
    const onPrimary = async <T extends object>(statement: string): Promise<T[]> => {
      const pool = openTestPool(t, { connectionString: postgres.primaryUrl, max: 1 });
      return (await pool.query<T>(statement).finally(() => pool.end())).rows;
    };
    const [deck] = await onPrimary<{ id: number; cards: number[] }>(
      `with deck as (
       insert into decks (user_id, title, is_official, official_button_label) values (${teacher.id}, 'Words', true, 'Words')
       returning id
     ), made as (
       insert into cards (deck_id, ordinal, front, back) select id, n, 'front ' || n, 'back ' || n
       from deck, generate_series(1, 3) n returning id
     )
     select deck.id, array(select id from made order by id) as cards from deck`,
    );
    const answer = async (card: number): Promise<string> => {
      const { status, body } = await studyCalls(student).progress(card, { status: 2, time_spent: 5 });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data.position;
    };
    const stats = (position: string) =>
      student.unchecked('GET /api/decks/:deckId/stats', {
        params: { deckId: deck!.id },
        headers: { 'After-Position': position },
      });
    const epochs = async () =>
      column(
        await onPrimary<{ epoch: string }>('select epoch from log_partitions order by partition'),
        'epoch',
      );
    const isServing = () => until(async () => (await api.raw('GET', '/readyz')).status === 200, 'it serves');

    const kept = await answer(deck!.cards[0]!);
    const before = await epochs();
    await postgres.crash();
    await postgres.start();
    await isServing();
    t.same((await stats(kept)).status, 200, 'a plain restart changes nothing');
    t.same(await epochs(), before);

    await postgres.leaveStandbyBehind();
    const lost = await answer(deck!.cards[1]!);
    await postgres.failover();
    await isServing();
    await until(async () => {
      const now = await epochs();
      return now.every((epoch) => !before.includes(epoch));
    }, 'the log has another epoch');
    const after = await answer(deck!.cards[2]!);
    t.equal(after.replace(/-[0-9a-f]+$/, ''), lost.replace(/-[0-9a-f]+$/, ''), 'where the lost one was');
    for (const position of [kept, lost]) {
      const { status, body } = await stats(position);
      t.match([status, body.code], [409, 'position_of_another_log']);
    }
    t.equal((await stats(after)).status, 200);
    t.match(await onPrimary('select timeline, changed_at from log_timeline'), [
      { timeline: 2, changed_at: Date },
    ]);
  },
);
