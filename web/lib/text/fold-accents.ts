/** Lower case without accents, `đ` included: what somebody types without bothering with them. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
}

/** Returns a test whether a text has every word of `wanted`, with or without accents; blank is in all. */
export function wordFinder(wanted: string): (text: string) => boolean {
  const words = foldAccents(wanted).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = foldAccents(text);
    return words.every((word) => folded.includes(word));
  };
}
