/** The file of icons, as pages name it, and the symbols that stand in it. */
export interface Icons {
  address: string
  symbols: ReadonlyMap<string, string>
}

export function readIcons(address: string, file: string): Icons {
  const symbols = file.matchAll(/<symbol id="(?<name>[^"]+)"(?<rest>.*<\/symbol>)/g)
  return {
    address,
    symbols: new Map(Array.from(symbols, ({ groups }) => [groups?.name ?? "", groups?.rest ?? ""])),
  }
}

/**
 * Puts the icons that a page shows into the page itself: the file would share a slow line with the page's style,
 * typeface and first picture. The application draws those of other pages out of the file.
 */
export function placeIcons(html: string, { address, symbols }: Icons): string {
  // With its tag: in a text, be it in the page's state, « < » is written otherwise.
  const [start = "", ...uses] = html.split(`<use href="${address}#`)
  if (uses.length === 0) return html
  const shown = new Set(uses.map((use) => use.slice(0, use.indexOf('"'))))
  const placed = [start, ...uses].join('<use href="#icon-')
  const drawn = Array.from(shown, (name) => `<symbol id="icon-${name}"${symbols.get(name) ?? ""}`)
  return placed.replace("</body>", () => `<svg class="hidden">${drawn.join("")}</svg></body>`)
}
