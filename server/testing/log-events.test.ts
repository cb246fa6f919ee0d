import { type ESTree, parseSync } from "vite"
import { expect, test } from "vitest"
import { pathsUnder, readSource } from "./source-files.ts"
import { nameOf, visit } from "./syntax-tree.ts"

const LEVELS = ["debug", "info", "warn", "error"]

/** The tools for development log nothing that an operator reads. */
const files = pathsUnder("server").filter(
  (path) => /\.ts$/.test(path) && !/\.(test|d)\.ts$|^server\/(tools|testing)\//.test(path),
)

interface Logged {
  path: string
  /** It is undefined where a variable has it. */
  event: string | undefined
  level: string | undefined
}

const logged = files.flatMap((path) => eventsIn(path, readSource(path)))

/** Lists what a file logs, by `log.warn(…, "event")`, `log[level](…, "event")` or `logRefusal(…, "event", …)`. */
function eventsIn(path: string, code: string): Logged[] {
  const { program, errors } = parseSync("file.ts", code)
  expect(errors).toEqual([])
  const found: Logged[] = []
  visit(program, (node) => {
    if (node.type !== "CallExpression") return
    const { callee, arguments: given } = node
    const add = (text: ESTree.Node | undefined, level: string | undefined) => {
      for (const event of text ? textsOf(text, program) : [undefined]) found.push({ path, event, level })
    }
    if (nameOf(callee) === "logRefusal") add(given[1], "warn")
    if (callee.type !== "MemberExpression" || nameOf(callee.object) !== "log") return
    const name = nameOf(callee.property)
    if (callee.computed) add(given.at(-1), undefined)
    else if (name && LEVELS.includes(name)) add(given.at(-1), name)
  })
  return found
}

/** Returns the text of a literal, and each of those that a template makes of a property of that name. */
function textsOf(node: ESTree.Node, program: ESTree.Node): (string | undefined)[] {
  if (node.type === "Literal") return [String(node.value)]
  if (node.type !== "TemplateLiteral") return [undefined]
  const [variable] = node.expressions
  const [before, after] = node.quasis.map(({ value }) => value.raw)
  const values: string[] = []
  visit(program, (other) => {
    if (other.type !== "TSPropertySignature" || nameOf(other.key) !== (variable && nameOf(variable))) return
    visit(other.typeAnnotation, (type) => {
      if (type.type === "TSLiteralType" && type.literal.type === "Literal") values.push(String(type.literal.value))
    })
  })
  return values.length > 0 ? values.map((value) => `${before}${value}${after}`) : [undefined]
}

/** The rows of the table of events in docs/operations.md. */
const rows = (/\| event \| level \|.*\n\|.*\n((?:\|.*\n)+)/.exec(readSource("docs/operations.md"))?.[1] ?? "")
  .trim()
  .split("\n")
  .map((row) => {
    const [, events = "", levels = ""] = row.split("|")
    return {
      events: Array.from(events.matchAll(/`([^`]+)`/g), ([, event = ""]) => event),
      levels: LEVELS.filter((level) => levels.includes(level)),
    }
  })

test("each event that the server logs stands in the table, and each of the table is logged", () => {
  const told = rows.flatMap(({ events }) => events)
  expect(told.length).toBeGreaterThan(30)
  expect(new Set(told).size).toBe(told.length)
  const known = logged.flatMap(({ event }) => event ?? [])
  expect([...new Set(known)].filter((event) => !told.includes(event)).sort()).toEqual([])
  expect(told.filter((event) => !known.includes(event))).toEqual([])
})

test("only the one function that others call with an event takes it from a variable", () => {
  expect(logged.filter(({ event }) => event === undefined).map(({ path }) => path)).toEqual([
    "server/trpc/log-refusal.ts",
  ])
})

test("the table tells the levels of its events", () => {
  for (const { events, levels } of rows) {
    const used = logged.filter(({ event, level }) => event && level && events.includes(event)).map(({ level }) => level)
    if (used.length > 0)
      expect(
        LEVELS.filter((level) => used.includes(level)),
        events.join(", "),
      ).toEqual(levels)
  }
})
