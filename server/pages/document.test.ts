import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { finishDocument } from "./document.ts"

const bundle = {
  renderPage: async () => ({ status: 200, html: "", routeIds: [] }),
  script: "/entry.js",
  preloadsOf: () => [],
}

test("a script that bears characters which browsers replace is hashed as they read it", () => {
  const html = '<!DOCTYPE html><html><head></head><body><script>go("a\0b\r\nc\rd")</script></body></html>'
  const { document, hashes } = finishDocument(html, bundle, [])
  // HTML standard §13.2.3.5 (newlines) and §13.2.5.4 (script data state).
  const read = 'go("a\ufffdb\nc\nd")'
  expect(document).toContain(`<script>${read}</script>`)
  expect(hashes).toEqual([`sha256-${createHash("sha256").update(read).digest("base64")}`])
})
