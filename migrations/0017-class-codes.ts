import { Migration } from '@mikro-orm/migrations';

/** Codes by which students join a class, one at a time for each class. */
export class ClassCodes extends Migration {
  override up(): void {
    this.addSql(`
      create table class_codes (
        class_id integer primary key references classes on delete cascade,
        -- Without letters that are taken for others or for digits.
        code text not null unique check (code ~ '^[A-HJKMNP-Z]{6}$'),
        ends_at timestamptz not null,
        -- Until then who comes with the code is let in without approval.
        open_until timestamptz
      );`);
  }
}
