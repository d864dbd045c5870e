import { Migration } from '@mikro-orm/migrations';

/** The address in the footer that the administrator has given; without one that of the environment is shown. */
export class ContactAddress extends Migration {
  override up(): void {
    this.addSql('alter table site_settings add column contact_email text');
  }
}
