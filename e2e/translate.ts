import type { Page } from "@playwright/test"

/** Wraps each text into elements, as Chrome's translation does, now and, if wanted, whenever a text is added or changed. */
export function translate(page: Page, { follows }: { follows: boolean }) {
  return page.evaluate((follows) => {
    function wrapTexts(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      if (root instanceof Text) texts.push(root)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest("script, textarea, option, title, font")) continue
        const font = document.createElement("font")
        font.append(document.createElement("font"))
        font.firstElementChild?.append(`EN ${text.data}`)
        text.replaceWith(font)
      }
    }
    wrapTexts(document.body)
    if (!follows) return
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        for (const node of type === "childList" ? addedNodes : [target]) if (node.isConnected) wrapTexts(node)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }, follows)
}
