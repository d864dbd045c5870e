import { Migration } from '@mikro-orm/migrations';

/** A picture on either side of a card: its file, its size in pixels, and the text that stands for it. */
export class CardPictures extends Migration {
  override up(): void {
    this.addSql(`
      alter table cards add column front_picture jsonb, add column back_picture jsonb;
      -- For who looks which files are used, and whether an address is a card's.
      create index cards_front_picture on cards ((front_picture ->> 'file')) where front_picture is not null;
      create index cards_back_picture on cards ((back_picture ->> 'file')) where back_picture is not null;`);
  }
}
