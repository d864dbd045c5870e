import { Migration } from '@mikro-orm/migrations';

/** Weights of students' own, as the log says, and verifications and rebuilds of projections. */
export class LogRuns extends Migration {
  override up(): void {
    this.addSql(`
      create table scheduler_weights (
        student_id integer primary key,
        weights double precision[] not null
      );

      create table log_runs (
        id integer generated always as identity primary key,
        kind text not null check (kind in ('verify', 'rebuild')),
        status text not null default 'queued'
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        projections text[] not null,
        percent smallint not null default 0,
        differences integer,
        rows jsonb not null default '[]',
        is_nightly boolean not null default false,
        cancel_requested boolean not null default false,
        failure text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create unique index log_runs_open on log_runs ((true)) where status in ('queued', 'running');`);
  }
}
