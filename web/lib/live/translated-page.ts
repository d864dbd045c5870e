/** What browsers and their translators put in the place of a text: `font`, or an element of their own. */
const isTranslation = (node: Node): node is Element => /^FONT$|-/.test(node.nodeName);

/** Returns whether one node was put where the other was, in one step or in two. */
const isInPlaceOf = (added: MutationRecord, node: Node, removed: MutationRecord): boolean =>
  added.target === removed.target &&
  (added === removed ||
    removed.previousSibling === node ||
    removed.nextSibling === node ||
    (removed.previousSibling === added.previousSibling && removed.nextSibling === added.nextSibling));

/**
 * Keeps a page right that is translated by the browser. An element comes in the place of each text, while React still
 * holds the text: what it changes is not seen, and removing it fails. So the text is put back, blank, before its
 * translation. This goes when the text changes, and moves and leaves with it.
 */
export function followTranslation(): void {
  const translations = new WeakMap<Node, Element>();
  const originals = new WeakMap<Node, { text: Text; words: string }>();
  const end = (text: Node) => {
    translations.get(text)?.remove();
    translations.delete(text);
  };
  const observer = new MutationObserver((records) => {
    for (const added of records)
      for (const node of added.addedNodes) {
        if (!isTranslation(node) || originals.has(node)) continue;
        const replaced = records
          .filter((removed) => isInPlaceOf(added, node, removed))
          .flatMap(({ removedNodes }) => [...removedNodes])
          .find((each) => (each instanceof Text && !translations.has(each)) || originals.has(each));
        if (!replaced) continue;
        const original = originals.get(replaced) ?? {
          text: replaced as Text,
          words: (replaced as Text).data,
        };
        const { text } = original;
        originals.delete(replaced);
        originals.set(node, original);
        translations.set(text, node);
        // Some put the text itself into the element.
        if (node.contains(text)) text.replaceWith(text.cloneNode());
        text.data = '';
        node.before(text);
        observer.observe(text, { characterData: true });
      }
    for (const { type, target, removedNodes } of records) {
      if (type === 'characterData') end(target);
      for (const node of removedNodes) {
        const translation = translations.get(node);
        if (translation && !node.isConnected) end(node);
        else if (translation?.isConnected) (node as Text).after(translation);
        const original = originals.get(node);
        // The reader wants the page as it was.
        if (original && !node.isConnected && translations.get(original.text) === node) {
          translations.delete(original.text);
          original.text.data = original.words;
        }
      }
    }
    // Of its own changes it need not hear.
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
