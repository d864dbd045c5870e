import { Migration } from '@mikro-orm/migrations';

/** Cards are found by a tag, however it is capitalised, over all decks that a student has. Those without tags are in no index. */
export class CardsByTag extends Migration {
  override up(): void {
    this.addSql(`
      -- By what tags are the same: as tagKey in core/text/tags.ts.
      create function tag_keys(tags text[]) returns text[]
      language sql immutable strict parallel safe
      return array(select normalize(lower(tag), NFC) from unnest(tags) tag);

      create index cards_by_tag on cards using gin (tag_keys(tags)) where tags <> '{}';`);
  }
}
