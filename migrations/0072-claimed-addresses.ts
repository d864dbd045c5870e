import { Migration } from '@mikro-orm/migrations';

/**
 * Where emails are sent, who registers only claims an address until its email is answered. So registering tells nobody
 * who has an account.
 */
export class ClaimedAddresses extends Migration {
  override up(): void {
    // What is found of a person by a search has the claimed address, too: such a column is made anew.
    this.addSql(`
      alter table users
        add column claimed_email text,
        drop constraint users_login,
        add constraint users_login check (num_nonnulls(email, claimed_email, user_name) > 0),
        add constraint users_claim check (email is null or claimed_email is null),
        drop column search_text;
      alter table users
        add column search_text text collate "C" not null generated always as (
          lower(translate(regexp_replace(
            normalize(name || E'\\n' || coalesce(email, claimed_email, '') || E'\\n' || coalesce(user_name, ''), NFD),
            '[\\u0300-\\u036f]', '', 'g'), 'Đđ', 'dd'))) stored;
      create index users_claimed_email on users (lower(claimed_email));`);

    this.addSql(`
      alter table letters
        drop constraint letters_kind_check,
        add constraint letters_kind_check
          check (kind in ('new_password', 'confirm_email', 'email_changed', 'account_goes', 'school_connected',
            'class_invitation', 'address_in_use'));`);

    // The email that confirms the address an account has, or claims, outlives its sessions.
    this.addSql(`
      create or replace function end_letters() returns trigger language plpgsql as $$
      declare
        own text := lower(coalesce(new.email, new.claimed_email));
      begin
        -- Letters first: a worker that makes the link of one holds it, and its link is seen afterwards.
        delete from letters where user_id = new.id
          and (kind = 'new_password' or (kind = 'confirm_email' and lower(address) is distinct from own));
        delete from letter_links where user_id = new.id
          and (kind = 'new_password' or lower(address) is distinct from own);
        return null;
      end $$;`);
  }
}
