import { Migration } from '@mikro-orm/migrations';

/** Whoever registers first with an address has it, and claims it until it is confirmed. Later ones only claim it. */
export class OwnersOfClaimedAddresses extends Migration {
  override up(): void {
    this.addSql('alter table users drop constraint users_claim;');
    this.addSql(`
      update users u set email = claimed_email
      where email is null and claimed_email is not null
        and not exists (select from users o where lower(o.email) = lower(u.claimed_email))
        and id = (select min(id) from users c where lower(c.claimed_email) = lower(u.claimed_email));`);
  }
}
