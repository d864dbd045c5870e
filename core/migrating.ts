import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { migrations } from '../migrations/migrations.ts';
import { Account } from './account/account.entity.ts';
import { SchoolLogin, SchoolVisit } from './account/school-login/school-login.entity.ts';
import { EndedToken, Session } from './account/session.entity.ts';
import { AuditEntry } from './audit/audit.entity.ts';
import { Card } from './card/card.entity.ts';
import { CardAddition } from './card/card-addition.entity.ts';
import { CardEdit } from './card/edits/card-edit.entity.ts';
import { CardReport } from './card/reports/card-report.entity.ts';
import { CardVersion } from './card/versions/card-version.entity.ts';
import { ClassCode, ClassDeck, ClassMember, Classroom } from './classroom/classroom.entity.ts';
import { ClassInvitation, ClassTeacher } from './colleague/colleague.entity.ts';
import { connecting, MIGRATING, missingMigrations } from './database.ts';
import { Deck } from './deck/deck.entity.ts';
import { DeckShare } from './deck/sharing/deck-share.entity.ts';
import { DeckImport } from './deck-import/deck-import.entity.ts';
import { settleDistribution } from './distributing.ts';
import { ExamAttempt } from './exam/attempt/attempt.entity.ts';
import { Exam, ExamClass, ExamQuestion } from './exam/exam.entity.ts';
import { CardMark, ExtraCards } from './learning/choosing/card-mark.entity.ts';
import { DeckSettings } from './learning/choosing/deck-settings.entity.ts';
import { ScheduleImport } from './learning/schedule-import/schedule-import.entity.ts';
import { partitionOfMade } from './log/position.ts';
import { makeCheckpoints } from './log/projecting/checkpoint.ts';
import type { Projection } from './log/projection.ts';
import { Email, EmailLink } from './mail/email.entity.ts';
import { OwnDataFile } from './own-data/own-data.entity.ts';
import { asCitusError, requireKnownCitus } from './postgres/citus-version.ts';
import { urlsOfHosts } from './postgres/database-url.ts';
import { requireKnownDatabase } from './postgres/newer-database.ts';
import { PostgresClient } from './postgres/postgres-client.ts';
import { type Connection, transactionOn } from './postgres/transaction.ts';
import { RosterPart } from './roster/roster-part.entity.ts';
import { SiteSettings } from './site/site-settings.entity.ts';
import { TrashedCard, TrashedDeck } from './trash/trash.entity.ts';

/** Every table that people change, as `tables` types statements on it. */
const ENTITIES = [
  ...[Account, Session, EndedToken, SchoolLogin, SchoolVisit, Email, EmailLink],
  ...[Deck, DeckShare, DeckSettings, DeckImport, ScheduleImport, TrashedDeck, TrashedCard],
  ...[Card, CardMark, ExtraCards, CardAddition, CardEdit, CardReport, CardVersion],
  ...[Classroom, ClassDeck, ClassMember, ClassCode, ClassTeacher, ClassInvitation, RosterPart],
  ...[Exam, ExamQuestion, ExamClass, ExamAttempt],
  ...[AuditEntry, OwnDataFile, SiteSettings],
];

/** Of tables on several servers: Citus refuses triggers on them otherwise. Those of migrations write nothing that is elsewhere. */
const SESSION = { 'citus.enable_unsafe_triggers': 'on' };

/** Does work with MikroORM, which knows the entities and migrates. What serves requests never loads it. */
export async function withOrm<T>(url: string, work: (orm: MikroORM, pool: Pool) => Promise<T>): Promise<T> {
  const given = connecting(url, 'nho migrate');
  const session = { ...given, session: { ...given.session, ...SESSION } };
  const orm = await MikroORM.init({
    clientUrl: urlsOfHosts(url)?.[0] ?? url,
    entities: ENTITIES,
    extensions: [Migrator],
    driverOptions: { ...session, max: 2, Client: PostgresClient },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations' },
    timezone: 'UTC',
  });
  try {
    return await work(orm, (await orm.em.getConnection().getNativeClient()) as Pool);
  } finally {
    await orm.close();
  }
}

/** Thrown for a log that has begun with other partitions than it is to have. */
export class PartitionsError extends Error {
  override name = 'PartitionsError';

  constructor(wanted: number, there: number) {
    super(
      `LOG_PARTITIONS is ${wanted}, and the log has ${there} partitions: the number is chosen when a log begins. ${
        wanted > there
          ? `Leave the setting out, or raise the number by \`nho repartition --partitions ${wanted}\`.`
          : 'Leave the setting out: it is never lowered.'
      }`,
    );
  }
}

/**
 * Returns whether the log has so many partitions. Throws a PartitionsError for another that has begun, or lies on several
 * servers by those that it has.
 */
async function isLaidOut(
  client: Connection,
  { partitions, distributed }: { partitions: number; distributed: boolean },
): Promise<boolean> {
  const { rows } = await client.query<{ there: number; hasEvents: boolean }>(
    `/* isLaidOut */ select count(*)::integer as there, sum(head) > 0 as "hasEvents" from log_partitions`,
  );
  const { rowCount: people } = await client.query('/* isLaidOut */ select 1 from users limit 1');
  const { there, hasEvents } = rows[0]!;
  const hasBegun = hasEvents || people !== 0 || distributed;
  if (there !== partitions && hasBegun) throw new PartitionsError(partitions, there);
  return there === partitions;
}

/** Lays a log out for so many partitions, before anybody is there. Throws a PartitionsError for one that has begun. */
async function layOutLog(
  client: Connection,
  { partitions, distributed }: { partitions: number; distributed: boolean },
): Promise<void> {
  if (await isLaidOut(client, { partitions, distributed })) return;
  await transactionOn(client, async () => {
    await client.query('/* layOutLog */ delete from projection_checkpoints where partition >= $1', [
      partitions,
    ]);
    await client.query('/* layOutLog */ delete from log_partitions where partition >= $1', [partitions]);
    await client.query(
      '/* layOutLog */ insert into log_partitions (partition) select generate_series(0, $1::integer - 1) on conflict do nothing',
      [partitions],
    );
    await client.query(partitionOfMade(partitions));
  });
}

/** Returns whether a database lies on several servers. Throws a CitusError where this program cannot use these. */
async function liesOnSeveral(client: Connection): Promise<boolean> {
  const { rows } = await client
    .query<{ is: boolean }>('/* liesOnSeveral */ select is_distributed() as is')
    .catch((error: unknown) => {
      throw asCitusError(error);
    });
  const { is } = rows[0]!;
  if (is) await requireKnownCitus(client);
  return is;
}

/**
 * Brings the shape of a database up to date, and gives new ones of these projections their checkpoints. Several processes may
 * try at once. With `partitions`, a new log has so many. On several servers each migration is settled before the next one:
 * what a later one points to has its place by then. Throws a NewerDatabaseError, a PartitionsError or a CitusError.
 */
export const migrate = (
  url: string,
  projections: readonly Pick<Projection, 'name'>[],
  partitions?: number,
): Promise<void> =>
  withOrm(url, async (orm, pool) => {
    const client = await pool.connect();
    try {
      await client.query(`/* migrate */ select pg_advisory_lock(${MIGRATING})`);
      const { rows } = await client.query<{ begun: boolean; mayLieOnSeveral: boolean }>(
        `/* migrate */ select to_regclass('log_partitions') is not null as begun,
           to_regprocedure('is_distributed()') is not null as "mayLieOnSeveral"`,
      );
      const { begun, mayLieOnSeveral } = rows[0]!;
      const distributed = mayLieOnSeveral && (await liesOnSeveral(client));
      if (begun) {
        await requireKnownDatabase(client);
        // Before anything is changed: the version before can still go on with it.
        if (partitions !== undefined) await isLaidOut(client, { partitions, distributed });
      }
      if (distributed) {
        for (const name of await missingMigrations(client)) {
          await orm.migrator.up({ migrations: [name] });
          await settleDistribution(client);
        }
        await settleDistribution(client);
      } else await orm.migrator.up();
      if (partitions !== undefined) await layOutLog(client, { partitions, distributed });
      await makeCheckpoints(client, projections);
    } finally {
      await client.query(`/* migrate */ select pg_advisory_unlock(${MIGRATING})`).catch(() => {});
      client.release();
    }
  });
