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
import { connecting } from './database.ts';
import { Deck } from './deck/deck.entity.ts';
import { DeckShare } from './deck/sharing/deck-share.entity.ts';
import { DeckImport } from './deck-import/deck-import.entity.ts';
import { ExamAttempt } from './exam/attempt/attempt.entity.ts';
import { Exam, ExamClass, ExamQuestion } from './exam/exam.entity.ts';
import { CardMark, ExtraCards } from './learning/choosing/card-mark.entity.ts';
import { DeckSettings } from './learning/choosing/deck-settings.entity.ts';
import { ScheduleImport } from './learning/schedule-import/schedule-import.entity.ts';
import { makeCheckpoints } from './log/projecting/checkpoint.ts';
import type { Projection } from './log/projection.ts';
import { Email, EmailLink } from './mail/email.entity.ts';
import { OwnDataFile } from './own-data/own-data.entity.ts';
import { urlsOfHosts } from './postgres/database-url.ts';
import { requireKnownDatabase } from './postgres/newer-database.ts';
import { PostgresClient } from './postgres/postgres-client.ts';
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

/** Does work with MikroORM, which knows the entities and migrates. What serves requests never loads it. */
export async function withOrm<T>(url: string, work: (orm: MikroORM, pool: Pool) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: urlsOfHosts(url)?.[0] ?? url,
    entities: ENTITIES,
    extensions: [Migrator],
    driverOptions: { ...connecting(url, 'nho migrate'), max: 2, Client: PostgresClient },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations' },
    timezone: 'UTC',
  });
  try {
    return await work(orm, (await orm.em.getConnection().getNativeClient()) as Pool);
  } finally {
    await orm.close();
  }
}

/**
 * Brings the shape of a database up to date, and gives new ones of these projections their checkpoints. Several processes may
 * try at once. Throws a NewerDatabaseError.
 */
export const migrate = (url: string, projections: readonly Pick<Projection, 'name'>[]): Promise<void> =>
  withOrm(url, async (orm, pool) => {
    const client = await pool.connect();
    try {
      await client.query("select pg_advisory_lock(hashtext('nho migrations'))");
      const { rows } = await client.query<{ begun: boolean }>(
        `select to_regclass('migrations') is not null as begun`,
      );
      if (rows[0]!.begun) await requireKnownDatabase(client);
      await orm.migrator.up();
      await makeCheckpoints(client, projections);
    } finally {
      await client.query("select pg_advisory_unlock(hashtext('nho migrations'))").catch(() => {});
      client.release();
    }
  });
