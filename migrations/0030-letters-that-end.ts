import { Migration } from '@mikro-orm/migrations';

/** What ends an account's sessions ends its letters and their links: who caused them may have been somebody else. */
export class LettersThatEnd extends Migration {
  override up(): void {
    this.addSql('create index letters_user on letters (user_id)');
    this.addSql(`
      create function end_letters() returns trigger language plpgsql as $$
      begin
        -- Letters first: a worker that makes the link of one holds it, and its link is seen afterwards.
        delete from letters where user_id = new.id
          and (kind = 'new_password' or (kind = 'confirm_email' and lower(address) is distinct from lower(new.email)));
        delete from letter_links where user_id = new.id
          and (kind = 'new_password' or lower(address) is distinct from lower(new.email));
        return null;
      end $$;
      create trigger end_letters after update on users for each row
        when (old.token_version is distinct from new.token_version) execute function end_letters();`);
  }
}
