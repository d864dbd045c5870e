import { Migration } from '@mikro-orm/migrations';

/** A letter to whose account is disconnected from the school's login. */
export class LettersOfDisconnections extends Migration {
  override up(): void {
    this.addSql(`
      alter table letters
        drop constraint letters_kind_check,
        add constraint letters_kind_check
          check (kind in ('new_password', 'confirm_email', 'email_changed', 'account_goes', 'school_connected',
            'school_disconnected', 'class_invitation'));`);
  }
}
