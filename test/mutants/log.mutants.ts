import type { Mutant } from '../../bin/mutants/mutant.ts';

const APPEND = 'migrations/0008-log-keys.ts';
const TOGETHER = 'core/log/projecting/project-together.ts';

/** Appending, projecting, comparing. */
export const mutants: Mutant[] = [
  {
    name: 'an append does not lock the heads of its partitions',
    file: APPEND,
    find: `perform 1 from log_partitions p where p.partition = any (partitions)
          order by p.partition for no key update;`,
    replace: '',
    tests: ['test/log/append/appender.test.ts'],
  },
  {
    name: 'an append is acknowledged before Postgres has it on disk',
    file: APPEND,
    find: 'moment constant timestamptz := clock_timestamp();',
    replace: `moment constant timestamptz := clock_timestamp();
        quick constant text := set_config('synchronous_commit', 'off', true);`,
    tests: ['test/faults/acknowledged.test.ts'],
  },
  {
    name: 'other content under a known key is taken for a repetition',
    file: APPEND,
    find: "case when k.hash <> k.stored_hash then 'conflict'",
    replace: "case when k.hash <> k.stored_hash then 'duplicate'",
    tests: ['test/log/append/appender.test.ts', 'test/learning/answering/progress-call.test.ts'],
  },
  {
    name: 'other content under a key of the same batch is taken for a repetition',
    file: APPEND,
    find: 'i.first_hash) as stored_hash',
    replace: 'i.hash) as stored_hash',
    tests: ['test/log/append/appender.test.ts', 'test/learning/answering/progress-call.test.ts'],
  },
  {
    name: 'SQL computes another partition than the program',
    file: APPEND,
    find: '& 4294967295) >> 28)::smallint',
    replace: '& 4294967295) >> 27)::smallint',
    tests: ['test/log/kept/log-keys.test.ts'],
  },
  {
    name: 'an append is answered before the statement is sent',
    file: 'core/log/append/appender.ts',
    find: 'const appended = await this.#insert(batch, options);',
    replace: `for (const { event, resolve } of batch)
        resolve({ partition: partitionOf(event.studentId), position: 0 });
      const appended = await this.#insert(batch, options);`,
    tests: ['test/log/append/appender.test.ts'],
  },
  {
    name: 'an append is answered before its commit is',
    file: 'core/log/append/append-statement.ts',
    find: 'const { rows } = await pool.query<AppendedRow>({',
    replace: `const client = await pool.connect();
  client.on('error', () => {});
  await client.query('begin');
  const answer = (statement: object) => {
    const result = client.query<AppendedRow>(statement as never);
    void result
      .then(() => client.query('commit'))
      .then(() => client.release(), (error) => client.release(error));
    return result;
  };
  const { rows } = await answer({`,
    tests: ['test/faults/acknowledged.test.ts'],
  },
  {
    name: 'a bad event fails with all of its batch',
    file: 'core/log/append/appender.ts',
    find: `return [
          ...(await this.#store(batch.slice(0, middle), options)),
          ...(await this.#store(batch.slice(middle), options)),
        ];`,
    replace: 'for (const { reject } of batch.slice(0, 2 * middle + 1)) reject(error);',
    tests: ['test/log/append/appender.test.ts'],
  },
  {
    name: 'the effect is committed before the checkpoint is moved',
    file: 'core/log/projecting/project-batch.ts',
    find: `await client.query(
        \`update projection_checkpoints set position = \${position + events}
         where \${checkpointOf(client, projection.name, partition)}; commit\`,
      );`,
    replace: `{
      await client.query('commit');
      await client.query(
        \`update projection_checkpoints set position = \${position + events}
         where \${checkpointOf(client, projection.name, partition)}\`,
      );
    }`,
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'the checkpoint is moved before the effect is committed',
    file: 'core/log/projecting/project-batch.ts',
    find: 'const failed = await applyOrPark(batch, read, suspect);',
    replace: `await client.query('rollback');
    await client.query(
      \`update projection_checkpoints set position = \${end}
       where \${checkpointOf(client, projection.name, partition)}\`,
    );
    await client.query('begin; savepoint step');
    const failed = await applyOrPark(batch, read, suspect);`,
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'two workers project one partition at the same time',
    file: 'core/log/projecting/project-batch.ts',
    find: ' for update skip locked;',
    replace: ';',
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'a worker waits for the one that has the partition',
    file: 'core/log/projecting/project-batch.ts',
    find: ' for update skip locked;',
    replace: ' for update;',
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'the checkpoints of a step of all projections are moved for one of them alone',
    file: TOGETHER,
    find: 'c.projection in (${namesOf(client, projections)}); commit',
    replace: "c.projection = 'deck_stats'; commit",
    tests: ['test/log/projecting/project-together.test.ts'],
  },
  {
    name: 'a step of all projections waits for whoever holds a checkpoint',
    file: TOGETHER,
    find: 'for update of c skip locked;',
    replace: 'for update of c;',
    tests: ['test/log/projecting/project-together.test.ts'],
  },
  {
    name: 'a step of all projections waits for a row that is held',
    file: TOGETHER,
    find: 'set local lock_timeout = ${PATIENCE_MS};',
    replace: '',
    tests: ['test/log/projecting/project-together.test.ts'],
  },
  {
    name: 'a step of all projections goes past what is parked',
    file: TOGETHER,
    find: 'if (isWhole && !withParked.has(partition))',
    replace: 'if (isWhole)',
    tests: ['test/log/projecting/project-together.test.ts'],
  },
  {
    name: 'what is computed anew is so up to the position in another partition',
    file: TOGETHER,
    find: '(partition) => read.size === 1 ||',
    replace: '(partition) => read.size > 0 ||',
    tests: ['test/log/projecting/project-together.test.ts'],
  },
  {
    name: 'what a newer version has migrated is projected in a step of all',
    file: TOGETHER,
    find: 'requireNoneUnknown(locked.rows[0]?.unknown ?? null);',
    replace: '',
    tests: ['test/postgres/newer-database.test.ts'],
  },
  {
    name: 'nobody is woken for who waits',
    file: 'core/log/projecting/projection-waits.ts',
    find: 'if (begun.size) this.#onBehind(',
    replace: 'if (begun.size < 0) this.#onBehind(',
    tests: ['test/log/projecting/projection-waits.test.ts'],
  },
  {
    name: 'later events of a student of whom one is parked are applied',
    file: 'core/log/projecting/project-batch.ts',
    find: 'batch.stopped.set(first.studentId, AFTER_PARKED);',
    replace: '',
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'what stands in the way of every event parks them',
    file: 'core/log/projecting/project-batch.ts',
    find: 'if (!isFaultOfEvent(error)) throw error;',
    replace: '',
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'a missing event is passed over',
    file: 'core/log/read.ts',
    find: 'throw new LogGapError(',
    replace: 'void new LogGapError(',
    tests: ['test/log/projecting/project-batch.test.ts'],
  },
  {
    name: 'what a newer version has migrated is projected',
    file: 'core/log/projecting/project-batch.ts',
    find: 'requireNoneUnknown(own.unknown);',
    replace: '',
    tests: ['test/postgres/newer-database.test.ts'],
  },
  {
    name: 'what a newer version has migrated meanwhile is parked',
    file: 'core/log/projecting/project-batch.ts',
    find: 'if (batch.parked++ === 0) await requireKnownDatabase(client);',
    replace: 'batch.parked++;',
    tests: ['test/postgres/newer-database.test.ts'],
  },
  {
    name: 'what a newer version has migrated is rebuilt',
    file: 'core/log/rebuilding/rebuilding.ts',
    find: 'await requireKnownDatabase(tx);\n        await removeAbandoned(tx);',
    replace: 'await removeAbandoned(tx);',
    tests: ['test/postgres/newer-database.test.ts'],
  },
  {
    name: 'a comparison finds nothing',
    file: 'core/log/rebuilding/table-differences.ts',
    find: 'return { count, rows };',
    replace: 'return { count: 0, rows: [] };',
    tests: ['test/log/rebuilding/rebuilding.test.ts'],
  },
  {
    name: 'a comparison looks for rows on one side only',
    file: 'core/log/rebuilding/table-differences.ts',
    find: "for (const side of ['live', 'rebuilt'] as const) {",
    replace: "for (const side of ['live'] as ('live' | 'rebuilt')[]) {",
    tests: ['test/log/rebuilding/rebuilding.test.ts'],
  },
  {
    name: 'a comparison does not look at parked events',
    file: 'core/log/rebuilding/table-differences.ts',
    find: "[...sources, ['parked_events', parked] as const]",
    replace: 'sources',
    tests: ['test/log/rebuilding/rebuilding.test.ts'],
  },
  {
    name: 'an export names students in spite of their pseudonyms',
    file: 'core/log/export/pseudonyms.ts',
    find: 'format.quoted(this.name(student))',
    replace: 'format.quoted(student)',
    tests: ['test/log/export/export-events.test.ts'],
  },
  {
    name: 'a pseudonym can be told from the derived id of an exam',
    file: 'core/log/export/pseudonyms.ts',
    find: 'if (id[14] !== DERIVED_VERSION) return id;',
    replace: 'if (id) return id;',
    tests: ['test/log/export/export-events.test.ts'],
  },
];
