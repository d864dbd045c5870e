import { Migration } from '@mikro-orm/migrations';

/** A letter to every address that is invited, whoever has it, and the link of its own that brings its reader to the class. */
export class LettersToInvitedAddresses extends Migration {
  override up(): void {
    this.addSql(`
      -- SHA-256 of what the link in its letter ends with, once that is sent; the owner is shown another one.
      alter table class_invitations add column letter_token_hash bytea unique;

      -- To an account, or to the address of an invitation, and gone with it.
      alter table letters
        alter column user_id drop not null,
        add column invitation_id integer references class_invitations on delete cascade;
      create index letters_invitation on letters (invitation_id);
      -- Of those that wait, one for each invitation of the address.
      with waiting as (delete from letters where kind = 'class_invitation' returning address)
      insert into letters (kind, invitation_id, address)
        select distinct 'class_invitation', i.id, i.email from waiting w
        join class_invitations i on i.email = lower(w.address) and i.accepted_by is null and i.ends_at > now();
      alter table letters add constraint letters_reader_check check (num_nonnulls(user_id, invitation_id) = 1);`);
  }
}
