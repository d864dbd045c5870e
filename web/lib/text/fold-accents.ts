/** Lower case without accents, `đ` included: what somebody types without bothering with them. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
}
