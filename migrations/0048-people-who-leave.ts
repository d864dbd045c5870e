import { Migration } from '@mikro-orm/migrations';

/** Letters before an account goes, and ways to the school's login by which somebody shows who they are. */
export class PeopleWhoLeave extends Migration {
  override up(): void {
    this.addSql(`
      alter table letters
        drop constraint letters_kind_check,
        add constraint letters_kind_check
          check (kind in ('new_password', 'confirm_email', 'email_changed', 'account_goes'));

      -- The day that the owner was told of by letter; a later wish with another day is told anew.
      alter table users add column told_delete_at timestamptz;

      -- True: whoever is logged in enters the password of the school once more, and connects nothing.
      alter table school_visits add column confirms boolean not null default false;`);
  }
}
