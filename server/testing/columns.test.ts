import { type ESTree, parseSync } from "vite"
import { expect, test } from "vitest"
import { openTestDatabase } from "./open-test-database.ts"
import { pathsUnder, readSource } from "./source-files.ts"
import { nameOf, visit } from "./syntax-tree.ts"

/** Migrations and the engines' own files write SQL, with the names that tables and columns had or have there. */
const ownSql = /^server\/database\/(migrations|sqlite|postgres)\//

const programs = pathsUnder("server").filter((path) => /\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path))

/** The files that query the database. */
const files = programs.filter((path) => /\bsql\b|\.(execute|values|set)|\$castTo/.test(readSource(path)))

const tables = await readTables()

/** The names of tables and columns in the database. */
const names = new Set(tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]))
// Every table that is searched has an id, and OFFSET is a word of SQL.
for (const name of ["id", "offset"]) names.delete(name)

async function readTables() {
  await using db = await openTestDatabase()
  return await db.introspection.getTables()
}

/** Returns what is wrong about a node, in a program whose variables have these values. */
type Find = (node: ESTree.Node, values: ReadonlyMap<string, ESTree.Node>) => string | undefined

/** Lists the lines at which something is wrong. */
function findIn(paths: readonly string[], find: Find): string[] {
  return paths.flatMap((path) => findInCode(readSource(path), find).map((found) => `${path}:${found}`))
}

function findInCode(code: string, find: Find): string[] {
  const { program, errors } = parseSync("file.ts", code)
  expect(errors).toEqual([])
  const values = new Map<string, ESTree.Node>()
  visit(program, (node) => {
    if (node.type === "VariableDeclarator" && node.init) values.set(nameOf(node.id) ?? "", node.init)
  })
  const found: string[] = []
  visit(program, (node) => {
    const wrong = find(node, values)
    if (wrong) found.push(`${code.slice(0, node.start).split("\n").length} ${wrong}`)
  })
  return found
}

/** Finds names in raw SQL that are neither functions, nor types, nor aliases. */
function nameInSql(node: ESTree.Node) {
  if (node.type !== "TaggedTemplateExpression" || nameOf(node.tag) !== "sql") return undefined
  const texts = node.quasi.quasis.map(({ value }) => value.raw.replace(/'[^']*'|\bas \w+/g, ""))
  const words = texts.flatMap((text) => text.match(/\b[a-z_]+\b(?!\()/g) ?? [])
  const wrong = words.filter((word) => names.has(word))
  return wrong.length > 0 ? `names ${wrong.join(", ")} in a text` : undefined
}

/** Finds `sql.ref("name")` and the like, whose texts the compiler does not know. */
function untypedReference(node: ESTree.Node) {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined
  if (nameOf(node.callee.object) !== "sql") return undefined
  const method = nameOf(node.callee.property)
  return method && ["ref", "table", "id", "raw"].includes(method) ? `calls sql.${method}` : undefined
}

/** Finds in what is written to a row a spread that depends on a condition, whose columns the compiler does not check. */
function conditionalSpread(node: ESTree.Node, values: ReadonlyMap<string, ESTree.Node>) {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined
  const [written] = node.arguments
  const writes = ["values", "set", "doUpdateSet"].includes(nameOf(node.callee.property) ?? "")
  if (!writes || !written || node.arguments.length !== 1) return undefined
  if (written.type === "TSAsExpression") return "casts the values of a row"
  return spreadsOnCondition(written, values) ? "spreads columns on a condition" : undefined
}

function spreadsOnCondition(written: ESTree.Node, values: ReadonlyMap<string, ESTree.Node>): boolean {
  const value = written.type === "Identifier" ? values.get(written.name) : written
  let isFound = false
  visit(value, (inner) => {
    if (inner.type !== "SpreadElement") return
    const spread = unwrap(inner.argument)
    const own = spread.type === "Identifier" ? values.get(spread.name) : undefined
    isFound ||= /^(Logical|Conditional)Expression$/.test(spread.type)
    isFound ||= own?.type === "ObjectExpression" && spreadsOnCondition(own, new Map())
  })
  return isFound
}

function castOfRow(node: ESTree.Node) {
  if (node.type === "MemberExpression" && nameOf(node.property) === "$castTo") return "calls $castTo"
  if (node.type !== "TSAsExpression" && node.type !== "TSSatisfiesExpression") return undefined
  const cast = unwrap(node.expression)
  const call = cast.type === "AwaitExpression" ? unwrap(cast.argument) : cast
  const isRead = call.type === "CallExpression" && /^execute/.test(nameOf(call.callee) ?? "")
  return isRead && node.type === "TSAsExpression" ? "casts what a query returns" : undefined
}

function unwrap(node: ESTree.Node): ESTree.Node {
  return node.type === "ParenthesizedExpression" ? unwrap(node.expression) : node
}

test.each([
  ["sql`select 1 from projects`", nameInSql],
  ["sql<number>`coalesce(max(created_at), 0)`", nameInSql],
  ['const order = sql.ref("createdAt")', untypedReference],
  ['db.insertInto("messages").values({ id, ...(isSpam && { state }) })', conditionalSpread],
  ['db.updateTable("messages").set((row) => ({ ...(isSpam ? { state } : {}) }))', conditionalSpread],
  ['const row = { ...(isSpam && { state }) }; db.insertInto("messages").values({ id, ...row })', conditionalSpread],
  ['db.insertInto("messages").values(rows as never)', conditionalSpread],
  ['db.selectFrom("messages").$castTo<Message>()', castOfRow],
  ['const rows = (await db.selectFrom("messages").execute()) as Message[]', castOfRow],
])("finds what hides columns from the compiler: %s", (code, find) => {
  expect(findInCode(code, find)).toHaveLength(1)
})

test.each([
  ["sql`select count(*) as count where cast('state' as text) = substr('name', 1)`", nameInSql],
  ['const state = sql.lit("spam")', untypedReference],
  ['db.insertInto("messages").values({ ...texts, state: isSpam ? "spam" : undefined })', conditionalSpread],
  ["const message = find(rows) as Message", castOfRow],
])("lets stand %s", (code, find) => {
  expect(findInCode(code, find)).toEqual([])
})

test("raw SQL takes names from column() and table() of server/database/core/names.ts, or is Kysely's builder", () => {
  const paths = files.filter((path) => !ownSql.test(path))
  expect(paths.length).toBeGreaterThan(150)
  expect(findIn(paths, nameInSql)).toEqual([])
  expect(
    findIn(
      paths.filter((path) => !path.startsWith("server/database/")),
      untypedReference,
    ),
  ).toEqual([])
})

test("values() and set() get each column by its name, with undefined for one that is not written", () => {
  expect(findIn(files, conditionalSpread)).toEqual([])
})

test("rows have the types of server/database/core/schema.ts, without a cast", () => {
  expect(findIn(files, castOfRow)).toEqual([])
})
