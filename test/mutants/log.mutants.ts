import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const APPEND = 'migrations/0084-append-of-a-shard.ts';
const TOGETHER = 'core/log/projecting/project-together.ts';
const KEY_TESTS = ['test/log/append/appender.test.ts', 'test/learning/answering/progress-call.test.ts'];

const PARTITION_TESTS = ['test/log/partitions.test.ts'];

/** Appending, projecting, comparing. */
export const mutants: Mutant[] = [
  ...mutantsIn(APPEND, ['test/log/append/appender.test.ts'], {
    'an append does not lock the heads of its partitions': {
      find: ' order by p.partition for no key update) h;',
      replace: ') h;',
    },
  }),
  ...mutantsIn(APPEND, ['test/faults/acknowledged.test.ts'], {
    'an append is acknowledged before Postgres has it on disk': {
      find: 'moment constant timestamptz := clock_timestamp();',
      replace: `moment constant timestamptz := clock_timestamp();
        quick constant text := set_config('synchronous_commit', 'off', true);`,
    },
  }),
  ...mutantsIn(APPEND, KEY_TESTS, {
    'other content under a known key is taken for a repetition': {
      find: "then 'duplicate' else 'conflict' end;",
      replace: "then 'duplicate' else 'duplicate' end;",
    },
    'other content under a key of the same batch is taken for a repetition': {
      find: 'case when before ->> 1 = hashes[n] then',
      replace: `case when before ->> 1 = hashes[n]
        or (before ->> 0)::bigint > heads[array_position(locked, partitions[n])] then`,
    },
  }),
  ...mutantsIn('migrations/0008-log-keys.ts', ['test/log/kept/log-keys.test.ts'], {
    'SQL computes another partition than the program': {
      find: '& 4294967295) >> 28)::smallint',
      replace: '& 4294967295) >> 27)::smallint',
    },
  }),
  ...mutantsIn('core/log/append/appender.ts', ['test/log/append/appender.test.ts'], {
    'an append is answered before the statement is sent': {
      find: 'const appended = await this.#insert(batch, options);',
      replace: `for (const { event, resolve } of batch)
        resolve({ partition: partitionOf(event.studentId), position: 0 });
      const appended = await this.#insert(batch, options);`,
    },
    'a bad event fails with all of its batch': {
      find: `return [
          ...(await this.#store(batch.slice(0, middle), options)),
          ...(await this.#store(batch.slice(middle), options)),
        ];`,
      replace: 'for (const { reject } of batch.slice(0, 2 * middle + 1)) reject(error);',
    },
  }),
  ...mutantsIn('core/log/append/append-statement.ts', ['test/faults/acknowledged.test.ts'], {
    'an append is answered before its commit is': {
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
    },
  }),
  ...mutantsIn('core/log/projecting/project-batch.ts', ['test/log/projecting/project-batch.test.ts'], {
    'the effect is committed before the checkpoint is moved': {
      find: 'return committedWith(',
      replace: "await client.query('commit; begin');\n    return committedWith(",
    },
    'the checkpoint is moved before the effect is committed': {
      find: 'const failed = await applyOrPark(batch, read, suspect);',
      replace: `await client.query('rollback');
    await client.query(
      \`update projection_checkpoints set position = \${end}
       where \${checkpointOf(projection.name, partition)}\`,
    );
    await client.query('begin; savepoint part');
    const failed = await applyOrPark(batch, read, suspect);`,
    },
    'two workers project one partition at the same time': {
      find: ' for update skip locked;',
      replace: ';',
    },
    'a worker waits for the one that has the partition': {
      find: ' for update skip locked;',
      replace: ' for update;',
    },
    'later events of a student of whom one is parked are applied': {
      find: 'batch.stopped.set(first.studentId, AFTER_PARKED);',
      replace: '',
    },
    'what stands in the way of every event parks them': {
      find: 'if (!isFaultOfEvent(error)) throw error;',
      replace: '',
    },
  }),
  ...mutantsIn(TOGETHER, ['test/log/projecting/project-together.test.ts'], {
    'the checkpoints of a step of all projections are moved for one of them alone': {
      find: 'c.partition = n.partition and c.projection in (${namesOf(projections)})',
      replace: "c.partition = n.partition and c.projection = 'deck_stats'",
    },
    'a step of all projections waits for whoever holds a checkpoint': {
      find: 'for update of c skip locked;',
      replace: 'for update of c;',
    },
    'a step of all projections waits for a row that is held': {
      find: 'set local lock_timeout = ${PATIENCE_MS};',
      replace: '',
    },
    'a step of all projections goes past what is parked': {
      find: 'if (isWhole && !withParked.has(partition))',
      replace: 'if (isWhole)',
    },
    'what is computed anew is so up to the position in another partition': {
      find: '(partition) => read.size === 1 ||',
      replace: '(partition) => read.size > 0 ||',
    },
  }),
  ...mutantsIn(TOGETHER, ['test/postgres/newer-database.test.ts'], {
    'what a newer version has migrated is projected in a step of all': {
      find: 'requireNoneUnknown(locked.rows[0]?.unknown ?? null);',
      replace: '',
    },
  }),
  ...mutantsIn('core/log/projecting/projection-waits.ts', ['test/log/projecting/projection-waits.test.ts'], {
    'nobody is woken for who waits': {
      find: 'if (begun.size) this.#onBehind(',
      replace: 'if (begun.size < 0) this.#onBehind(',
    },
  }),
  ...mutantsIn('core/log/read.ts', ['test/log/projecting/project-batch.test.ts'], {
    'a missing event is passed over': {
      find: 'throw new LogGapError(',
      replace: 'void new LogGapError(',
    },
  }),
  ...mutantsIn('core/log/projecting/project-batch.ts', ['test/postgres/newer-database.test.ts'], {
    'what a newer version has migrated is projected': {
      find: 'requireNoneUnknown(own.unknown);',
      replace: '',
    },
    'what a newer version has migrated meanwhile is parked': {
      find: 'if (batch.parked++ === 0) await requireKnownDatabase(tx);',
      replace: 'batch.parked++;',
    },
  }),
  ...mutantsIn('core/migrating.ts', PARTITION_TESTS, {
    'another number of partitions is refused after the migrations': {
      find: 'if (partitions !== undefined) await isLaidOut(client, { partitions, distributed });',
      replace: '',
    },
  }),
  ...mutantsIn('migrations/0078-due-by-student.ts', PARTITION_TESTS, {
    'an event may be in any partition': {
      find: 'check (partition = partition_of(student_id))',
      replace: 'check (partition >= 0)',
    },
  }),
  ...mutantsIn('migrations/0078-due-by-student.ts', ['test/postgres/entities.test.ts'], {
    'a new database is taken for one that stays empty': {
      find: 'if is_filled then execute',
      replace: 'if true then execute',
    },
  }),
  ...mutantsIn('core/log/rebuilding/shadow-tables.ts', ['test/log/rebuilding/rebuilding.test.ts'], {
    'what a rebuild computes is announced': {
      find: '.announce(text) returns',
      replace: '.announce(text, text) returns',
    },
    'a rebuild loses the statistics of several columns': {
      find: 'await tx.query(`alter statistics ${quoted(schema)}.${name} set schema public`);',
      replace: 'void name;',
    },
  }),
  ...mutantsIn('core/log/rebuilding/rebuilding.ts', ['test/postgres/newer-database.test.ts'], {
    'what a newer version has migrated is rebuilt': {
      find: 'await requireKnownDatabase(tx);\n        await removeAbandoned(tx);',
      replace: 'await removeAbandoned(tx);',
    },
  }),
  ...mutantsIn('core/log/rebuilding/table-differences.ts', ['test/log/rebuilding/rebuilding.test.ts'], {
    'a comparison finds nothing': {
      find: 'return { count, rows };',
      replace: 'return { count: 0, rows: [] };',
    },
    'a comparison looks for rows on one side only': {
      find: "for (const side of ['live', 'rebuilt'] as const) {",
      replace: "for (const side of ['live'] as ('live' | 'rebuilt')[]) {",
    },
    'a comparison does not look at parked events': {
      find: "[...sources, ['parked_events', parked] as const]",
      replace: 'sources',
    },
  }),
  ...mutantsIn('core/log/export/pseudonyms.ts', ['test/log/export/export-events.test.ts'], {
    'an export names students in spite of their pseudonyms': {
      find: 'format.quoted(this.name(student))',
      replace: 'format.quoted(student)',
    },
    'a pseudonym can be told from the derived id of an exam': {
      find: 'if (id[14] !== DERIVED_VERSION) return id;',
      replace: 'if (id) return id;',
    },
  }),
];
