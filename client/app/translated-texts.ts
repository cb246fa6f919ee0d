/** The elements by which Chrome's translation replaces texts, by text. */
const translations = new WeakMap<Node, ChildNode>()

/**
 * Lets React change and remove texts that the browser has translated, which are no longer in the document: a change puts
 * the text back, to be translated again. React would throw otherwise, and the page would be gone.
 */
export function surviveTranslation(): void {
  new MutationObserver((records) => records.forEach(remember)).observe(document, { childList: true, subtree: true })
  const { prototype } = Node
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <Child extends Node>(child: Child): Child {
    const shown = shownFor(child)
    if (shown.parentNode === this) removeChild.call(this, shown)
    return child
  }
  prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    const next = before && shownFor(before)
    insertBefore.call(this, child, next?.parentNode === this ? next : null)
    return child
  }
  const value = Object.getOwnPropertyDescriptor(prototype, "nodeValue")
  Object.defineProperty(prototype, "nodeValue", {
    ...value,
    set(this: ChildNode, text: string) {
      value?.set?.call(this, text)
      if (!this.parentNode) translations.get(this)?.replaceWith(this)
    },
  })
}

function remember({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT")
  for (const node of removedNodes) if (font && node instanceof Text) translations.set(node, font as ChildNode)
}

function shownFor(node: Node): Node {
  return node.parentNode ? node : (translations.get(node) ?? node)
}
