import { Migration } from '@mikro-orm/migrations';

/** Letters that nobody sees, as core/text/normal-form.ts has them. */
const UNSEEN =
  '\\u034f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0100-\\U000e0fff';

const SPACES = '\\s\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const HYPHENS = '\\u058a\\u05be\\u02d7\\u2010-\\u2015\\u2043\\u2212\\u2e3a\\u2e3b\\ufe58\\ufe63';
const ACCENTS =
  '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670';
const TONES = '\\u0300\\u0301\\u0303\\u0309\\u0323';

const between = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** What stands for what, letter by letter. */
const [FROM, TO] = [
  `${between(0xff01, 0xff5e)}‘’‚‛′ʼʻ\`´ʹ“”„‟«»″〝〞ÐƉð`,
  `${between(0x21, 0x7e).replace('`', "'")}''''''''''"""""""""ĐĐđ`,
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Most texts have none of the letters that are several in one. */
const SEVERAL = Object.entries({
  '…': '...',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
});
const inSeveral = (text: string): string =>
  SEVERAL.reduce((made, [one, all]) => `replace(${made}, '${one}', '${all}')`, text);

/**
 * The normal forms of texts (core/text/normal-form.ts) in the database, by which rows are compared and found that are
 * there already. Zones are names: Postgres reads an offset the other way round than Node.
 */
export class NormalForms extends Migration {
  override up(): void {
    this.addSql(`
      create function levelled(said text) returns text
      language sql immutable strict parallel safe
      return btrim(regexp_replace(regexp_replace(translate(${inSeveral(
        `normalize(regexp_replace(said, '[${UNSEEN}]+', '', 'g'), NFC)`,
      )}, ${quoted(FROM)}, ${quoted(TO)}), '[${SPACES}]+', ' ', 'g'), '[${HYPHENS}]', '-', 'g'), ' ');

      create function compared_as(said text) returns text
      language sql immutable strict parallel safe
      return normalize(regexp_replace(normalize(replace(lower(levelled(said)), 'ς', 'σ'), NFD),
        '(?<!q)(?:(o)([ae])|(u)(y))([${TONES}])(?![[:alpha:]\\u0300-\\u036f])', '\\1\\3\\5\\2\\4', 'g'), NFC);

      create function searched_as(said text) returns text
      language sql immutable strict parallel safe
      return translate(lower(regexp_replace(normalize(levelled(said), NFD), '[${ACCENTS}]', '', 'g')), 'Đđς', 'ddσ');`);

    this.addSql(`
      alter table users drop column search_text;
      alter table users
        add column search_text text collate "C" not null generated always as (
          searched_as(name || ' ' || coalesce(email, claimed_email, '') || ' ' || coalesce(user_name, ''))) stored;

      drop index cards_by_tag;
      create or replace function tag_keys(tags text[]) returns text[]
      language sql immutable strict parallel safe
      return array(select compared_as(tag) from unnest(tags) tag);
      create index cards_by_tag on cards using gin (tag_keys(tags)) where tags <> '{}';`);

    // New ones have a letter more: they are drawn from fewer, which no keyboard changes.
    this.addSql(`
      alter table class_codes
        drop constraint class_codes_code_check,
        add constraint class_codes_code_check check (code ~ '^[A-HJKMNP-Z]{6,7}$');
      alter table site_settings
        drop constraint site_settings_entry_code_check,
        add constraint site_settings_entry_code_check check (entry_code ~ '^[A-HJKMNP-Z]{8,9}$');`);

    // A chosen one is the person's wish; of an offset, and of an abbreviation, what is left is how late it is there.
    this.addSql(`
      update users set time_zone = case upper(time_zone)
          when '+07:00' then 'Asia/Ho_Chi_Minh' when '+03:30' then 'Asia/Tehran' when '+04:30' then 'Asia/Kabul'
          when '+05:30' then 'Asia/Kolkata' when '+05:45' then 'Asia/Kathmandu' when '+06:30' then 'Asia/Yangon'
          when '+08:45' then 'Australia/Eucla' when '+09:30' then 'Australia/Darwin' when '+00:00' then 'UTC'
          when '-00:00' then 'UTC' when '-09:30' then 'Pacific/Marquesas'
          when 'CET' then 'Europe/Brussels' when 'MET' then 'Europe/Brussels' when 'EET' then 'Europe/Athens'
          when 'WET' then 'Europe/Lisbon'
          -- Etc/GMT-7 lies seven hours east, and no such zone is between two hours.
          else 'Etc/GMT' || translate(left(time_zone, 1), '+-', '-+') || substr(time_zone, 2, 2)::integer end
        where time_zone !~* '^[a-z]' or time_zone ~* '^[cemw]et$';
      alter table users add constraint users_time_zone check (time_zone ~* '^[a-z]');`);
  }
}
