import { Migration } from '@mikro-orm/migrations';

/** Who may come in: the setting of the site, and teachers who wait for the administrator. */
export class Entry extends Migration {
  override up(): void {
    this.addSql(`
      alter table site_settings
        add column entry text not null default 'open' check (entry in ('open', 'approval', 'code', 'closed')),
        -- Without letters that are taken for others or for digits. It goes with its setting, so that none comes to life again.
        add column entry_code text check (entry_code ~ '^[A-HJKMNP-Z]{8}$'),
        -- Each school is asked once, also one that was there before this setting.
        add column entry_is_chosen boolean not null default false,
        add constraint site_settings_entry_code check ((entry = 'code') = (entry_code is not null));
      alter table users
        add column awaits_approval boolean not null default false check (not awaits_approval or role = 'teacher'),
        -- The teacher whose list made the account. It stays when the class of the list goes.
        add column made_by_id integer references users on delete set null;
      create index users_waiting on users (id) where awaits_approval;
      create index users_made_by on users (made_by_id) where made_by_id is not null;
      update users u set made_by_id = c.teacher_id from classes c where c.id = u.made_in_class_id;`);
  }
}
