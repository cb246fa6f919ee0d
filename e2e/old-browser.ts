import type { Page } from "@playwright/test"

/** Deletes what browsers gained after 2021, so that this one has no more functions than the oldest that is supported. */
export async function deleteNewFunctions(page: Page) {
  await page.addInitScript(() => {
    const names = new Map<object, string[]>([
      [Array, ["fromAsync"]],
      [Array.prototype, ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"]],
      [String.prototype, ["at", "isWellFormed", "toWellFormed"]],
      [Object, ["hasOwn", "groupBy"]],
      [Map, ["groupBy"]],
      [Promise, ["withResolvers", "try"]],
      [AbortSignal, ["timeout", "any"]],
      [AbortSignal.prototype, ["throwIfAborted"]],
      [URL, ["canParse", "parse"]],
      [Response, ["json"]],
      [Document.prototype, ["startViewTransition"]],
      [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover", "popover"]],
      [Set.prototype, ["union", "intersection", "difference"]],
      [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ["map", "filter", "some", "find", "toArray"]],
      [
        globalThis,
        ["structuredClone", "requestIdleCallback", "navigation", "scheduler", "Iterator", "OffscreenCanvas"],
      ],
    ])
    for (const [object, keys] of names) for (const key of keys) Reflect.deleteProperty(object, key)
    if (globalThis.crypto) Reflect.deleteProperty(Crypto.prototype, "randomUUID")
  })
}

/** Makes the page believe that the browser knows no cascade layers, and takes their rules away. */
export async function deleteLayers(page: Page) {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...query: string[]) => !/revert-layer/.test(query.join()) && supports(...(query as [string]))
  })
  await page.route("**/assets/*.css", async (route) => {
    const response = await route.fetch()
    const css = (await response.text()).replace("@supports not (color:revert-layer)", "@media all")
    await route.fulfill({ response, body: withoutLayers(css) })
  })
}

function withoutLayers(css: string): string {
  const start = /@layer [\w.-]+\{/.exec(css)
  if (!start) return css
  let depth = 1
  let end = start.index + start[0].length
  for (; depth > 0; end += 1) depth += css[end] === "{" ? 1 : css[end] === "}" ? -1 : 0
  return withoutLayers(css.slice(0, start.index) + css.slice(end))
}
