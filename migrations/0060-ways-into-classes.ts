import { Migration } from '@mikro-orm/migrations';

/** How a student has asked to join a class: its code was given with its name, its number says nothing. */
export class WaysIntoClasses extends Migration {
  override up(): void {
    this.addSql('alter table class_members add column by_code boolean not null default false;');
  }
}
