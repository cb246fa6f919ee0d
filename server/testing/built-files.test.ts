import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type ESTree, parseSync } from "vite"
import { expect, test } from "vitest"
import { programFolder } from "#server/program.ts"
import { nameOf, visit } from "./syntax-tree.ts"

const folder = join(programFolder, "dist/client")

/** Functions that Chrome 99, Firefox 115 or Safari 15.4 lack, after the object where their names alone say too little. */
const tooNew = new Set(
  `Array.fromAsync Map.groupBy Object.groupBy Promise.try Promise.withResolvers Iterator.from Iterator.concat
  AbortSignal.any AbortSignal.timeout URL.canParse URL.parse Response.json ReadableStream.from RegExp.escape
  Error.captureStackTrace Error.isError Math.sumPrecise Math.f16round Intl.DurationFormat Intl.Segmenter
  crypto.randomUUID scheduler.yield scheduler.postTask Symbol.dispose Symbol.asyncDispose Uint8Array.fromBase64
  Uint8Array.fromHex window.navigation document.startViewTransition navigator.userActivation JSON.rawJSON
  toSorted toReversed toSpliced with union intersection difference symmetricDifference isSubsetOf isSupersetOf
  isDisjointFrom isWellFormed toWellFormed toArray toBase64 toHex setFromBase64 getOrInsert getOrInsertComputed
  throwIfAborted checkVisibility showPicker showPopover hidePopover togglePopover moveBefore setHTMLUnsafe
  getSetCookie requestIdleCallback URLPattern OffscreenCanvas CompressionStream DecompressionStream Highlight
  Temporal Float16Array SuppressedError DisposableStack WeakRef.prototype`.split(/\s+/),
)

/** Syntax that the build cannot translate, or does not have to. */
const newSyntax = new Set(["StaticBlock", "ImportAttribute", "Decorator", "AccessorProperty"])

/** What is used all the same: `file function`, and why older browsers never get there. */
const allowed: Record<string, string> = {
  "admin.messages with": "a text of ours",
  "admin.projects with": "a text of ours",
  "drawn-chart toArray": "ECharts' own data",
  "drawn-chart union": "ECharts' own rectangles",
  "entry-browser hidePopover": "popover-fallback.ts",
  "entry-browser Intl.Segmenter": "cut-text.ts asks for it first",
  "entry-browser showPopover": "popover-fallback.ts",
  "libraries document.startViewTransition": "the router asks for it first",
  "libraries field = variable": "they stand at the top of their module",
  "libraries throwIfAborted": "tRPC asks for it first",
  "on-demand Error.captureStackTrace": "zod asks for it first",
  "admin.projects hidePopover": "popover-fallback.ts",
  "navigation hidePopover": "popover-fallback.ts",
  "popover-fallback hidePopover": "popover-fallback.ts",
  "popover-fallback showPopover": "popover-fallback.ts",
}

/** Names what is too new in a script; newer iterators have methods such as map(), which older ones lack. */
function findTooNew(code: string): string[] {
  const { program, errors } = parseSync("script.js", code, { sourceType: "module" })
  expect(errors).toEqual([])
  const found: string[] = []
  visit(program, (node) => {
    if (newSyntax.has(node.type)) found.push(node.type)
    if (node.type === "VariableDeclaration" && /using/.test(node.kind)) found.push(node.kind)
    if (node.type === "BinaryExpression" && node.left.type === "PrivateIdentifier") found.push("#name in object")
    if (node.type === "Literal" && "regex" in node && node.regex) found.push(...newPatterns(node.regex))
    if (node.type === "NewExpression" && node.callee.type === "Identifier" && tooNew.has(node.callee.name))
      found.push(node.callee.name)
    // Before version 16, Safari may not find a variable that only a field of a class names (WebKit bug 236843).
    if (node.type === "PropertyDefinition" && node.value?.type === "Identifier") found.push("field = variable")
    const name = node.type === "MemberExpression" ? nameOf(node.property) : undefined
    if (node.type !== "MemberExpression" || name === undefined) return
    const full = `${nameOf(node.object) ?? ""}.${name}`
    if (tooNew.has(full)) found.push(full)
    else if (tooNew.has(name)) found.push(name)
    else if (isIterator(node.object) && iteratorMethods.has(name)) found.push(`Iterator.prototype.${name}`)
  })
  return [...new Set(found)]
}

const iteratorMethods = new Set("map filter some every find reduce forEach flatMap take drop".split(" "))

function isIterator(node: ESTree.Node): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false
  const name = nameOf(node.callee.property)
  if (name === "matchAll") return true
  return ["keys", "values", "entries"].includes(name ?? "") && node.arguments.length === 0
}

/** Safari has lookbehind since 16.4, and the flag v since 17. */
function newPatterns({ pattern, flags }: { pattern: string; flags: string }): string[] {
  return [...(/\(\?<[=!]/.test(pattern) ? ["lookbehind"] : []), ...(flags.includes("v") ? ["flag v"] : [])]
}

function readBuilt(): Map<string, string> {
  const names = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".js"))
  const files = [...names.map((name) => join("assets", name)), "sw.js"]
  const read = (name: string) => readFileSync(join(folder, name), "utf8")
  const { loader } = JSON.parse(read(".vite/pages.json"))
  return new Map([...files.map((name) => [name, read(name)] as const), ["the hydration loader", loader]])
}

test.each([
  ["const groups = Map.groupBy(list, keyOf)", "Map.groupBy"],
  ["const { promise } = Promise.withResolvers()", "Promise.withResolvers"],
  ["fetch(url, { signal: AbortSignal.timeout(10) })", "AbortSignal.timeout"],
  ["list?.toSorted()", "toSorted"],
  ["const ids = groups.values().map(idOf)", "Iterator.prototype.map"],
  ["const found = /(?<=a)b/.test(text)", "lookbehind"],
  ["class Kept { static { start() } }", "StaticBlock"],
  ["new OffscreenCanvas(1, 1)", "OffscreenCanvas"],
])("the check finds what is too new in %s", (code, name) => {
  expect(findTooNew(code)).toEqual([name])
})

test("no script that browsers get uses what Chrome 99, Firefox 115 or Safari 15.4 lack", () => {
  const found = [...readBuilt()].flatMap(([file, code]) => {
    const chunk = file.replace(/^assets\/|-[\w-]{8}\.js$/g, "")
    return findTooNew(code).map((name) => `${chunk} ${name}`)
  })
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

test("what browsers get has nothing of the server's: no setting, no library, no path, no source map", () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.filter(({ name }) => /\.(js|css|svg|webmanifest)$/.test(name))
  expect(texts.length).toBeGreaterThan(10)
  for (const { parentPath, name } of texts) {
    const text = readFileSync(join(parentPath, name), "utf8")
    expect(text, name).not.toMatch(/ADMIN_PASSWORD|SMTP_URL|DATA_DIR|process\.env\.[A-Z]/)
    expect(text, name).not.toMatch(/argon2|better-sqlite3|nodemailer|passwordHash|idHash|node:fs/)
    expect(text, name).not.toMatch(/sourceMappingURL/)
    expect(text, name).not.toContain(programFolder)
  }
  expect(files.filter(({ name }) => /\.(map|ts|tsx|env|db)$/.test(name))).toEqual([])
})
