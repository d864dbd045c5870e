import { Migration } from '@mikro-orm/migrations';

/** Since when an account has its address: what was given to the address before is not theirs. */
export class SinceWhenAnAddress extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add column email_set_at timestamptz not null default now();
      update users set email_set_at = created_at;`);
  }
}
