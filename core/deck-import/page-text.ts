const BLOCKS = new Set(
  (
    'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Characters that no text holds, and that a database may refuse. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/** Gathers the text of a page as a browser shows it: spaces run together, blocks on lines of their own. */
export class PageText {
  #parts: string[] = [];
  #isLineStart = true;
  #endsInSpace = true;
  #pres = 0;

  add(text: string): void {
    if (text === '') return;
    if (this.#pres > 0) {
      this.#parts.push(text.replace(/\r\n?/g, '\n'));
      this.#isLineStart = text.endsWith('\n');
      this.#endsInSpace = false;
      return;
    }
    const plain = text.replace(/[ \t\r\n\f\u00a0]+/g, ' ');
    const added = this.#endsInSpace && plain.startsWith(' ') ? plain.slice(1) : plain;
    if (added === '') return;
    this.#parts.push(added);
    this.#endsInSpace = added.endsWith(' ');
    this.#isLineStart &&= added === ' ';
  }

  open(name: string): void {
    if (name === 'br') this.#break();
    // A reading above the letters stands behind them, as where no browser knows ruby.
    if (name === 'rt') this.add('(');
    if (name === 'td' || name === 'th') this.add(' ');
    if (BLOCKS.has(name)) this.#startLine();
    if (name === 'pre') this.#pres++;
  }

  close(name: string): void {
    if (name === 'rt') this.add(')');
    if (BLOCKS.has(name)) this.#startLine();
    if (name === 'pre' && this.#pres > 0) this.#pres--;
  }

  text(): string {
    return this.#parts
      .join('')
      .replace(CONTROLS, '')
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #startLine(): void {
    if (!this.#isLineStart) this.#break();
  }

  #break(): void {
    this.#parts.push('\n');
    this.#isLineStart = true;
    this.#endsInSpace = true;
  }
}
