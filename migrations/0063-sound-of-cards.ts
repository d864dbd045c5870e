import { Migration } from '@mikro-orm/migrations';

/** How people hear cards goes with their account. */
export class SoundOfCards extends Migration {
  override up(): void {
    this.addSql(`
      alter table users
        add column plays_sound boolean not null default false,
        add column sound_speed real not null default 1 check (sound_speed in (0.5, 0.75, 1, 1.25, 1.5));`);
  }
}
