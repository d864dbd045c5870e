import { tagKey } from '../../../core/text/tags.ts';

/** Every tag of cards or decks as it is written first, by its key, in the order of the alphabet. */
export function tagsOf(
  tagged: readonly { tags?: readonly string[] }[],
  locale: string,
): { key: string; tag: string }[] {
  const known = new Map<string, string>();
  for (const tag of tagged.flatMap(({ tags = [] }) => tags))
    if (!known.has(tagKey(tag))) known.set(tagKey(tag), tag);
  const collator = new Intl.Collator(locale, { numeric: true });
  return [...known].map(([key, tag]) => ({ key, tag })).sort((a, b) => collator.compare(a.tag, b.tag));
}
