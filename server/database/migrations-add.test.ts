// @module-tag engines
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { openEmptyDatabase } from "#server/testing/open-test-database.ts"
import { migrate, migrations } from "./migrate.ts"

const REMEDY = "instances of the release before use the migrated database: add, and drop in the release after this one"

interface Change {
  lost: string[]
  required: string[]
}

const changes: Record<string, Change> = {}

/** Lists tables, and columns with whether an insertion must name them. */
async function listNames(db: Awaited<ReturnType<typeof openEmptyDatabase>>): Promise<Map<string, boolean>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.flatMap(({ name, columns }) => [
      [name, false] as const,
      ...columns.map((column) => {
        const isRequired = !column.isNullable && !column.hasDefaultValue && !column.isAutoIncrementing
        return [`${name}.${column.name}`, isRequired] as const
      }),
    ]),
  )
}

beforeAll(async () => {
  await using db = await openEmptyDatabase()
  const released = Object.entries(migrations)
  let before = new Map<string, boolean>()
  for (const [index, [name]] of released.entries()) {
    await migrate(db, Object.fromEntries(released.slice(0, index + 1)))
    const after = await listNames(db)
    const isNew = (column: string) => !before.has(column) && before.has(column.replace(/\..*/, ""))
    changes[name] = {
      lost: [...before.keys()].filter((one) => !after.has(one)).sort(),
      required: [...after].flatMap(([one, isRequired]) => (isRequired && isNew(one) ? [one] : [])).sort(),
    }
    before = after
  }
})

function listChanges(kind: keyof Change) {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, change]) => (change[kind].length > 0 ? [[name, change[kind]]] : [])),
  )
}

test("no migration drops or renames what the release before reads and writes", () => {
  expect(listChanges("lost"), REMEDY).toEqual({})
})

test("no migration adds a column that the release before would have to fill in", () => {
  expect(listChanges("required"), REMEDY).toEqual({})
})

const folder = join(import.meta.dirname, "migrations")

/** The SHA-256 of what each released migration consists of. */
const released = {
  "0001-baseline": "6c478ca665717ce105b1fc36c4031d21eee2a7d15fcce850956210bc7d824a14",
  "0002-account-links": "3fe8b6fb29db078e6f47a2b5f873c0acb4a45157dd2f135c42bcd07a66cf3854",
  "0003-notifications": "9a0e1e7600a0c928f67b04f681d810b989fb52cc8c3ce7692cfc5356ec162d00",
  "0004-follow-ups": "ff51c61d4e637111128a2fc1abcc71c70cd2cc695c7527a55ae03b24a3601474",
  "0005-inbox-search": "e7749429019b1323c00d13e14a80d1f5a6d81da7c7d86ea3c94fac48a011c2e6",
  "0006-attachments": "67966ce4235ca4827e050bc73928b3671b6656cb732993e05aa7f71cba51d78f",
  "0007-incoming-mails": "80e7207d594902a9f5d70b10a09266d5687e4a8b6ab5d10a5432ae8ad6a6b56e",
  "0008-backups": "bf116c2ae5fa2b7443dc366e587e13429d763ee025d2159be5311aed5909e4c2",
  "0009-oldest-programs": "e8900d59dae3ff790ab4926df2fc88f6e7929b70b315766fba1036599707cc23",
  "0010-push-sessions": "c5cc6d30c4b509192006c5c465c5362fd0208d6a125b0da0f7977441a1318af0",
  ddl: "d28b063b76df88d207583ebf6d232769cedf2dba07e204ec05542be6f0ffab7b",
}

function readSources(name: string): string[] {
  return readdirSync(folder)
    .filter((path) => path.startsWith(name))
    .sort()
    .map((path) => readFileSync(join(folder, path), "utf8"))
}

test("a released migration never changes, and neither does what it imports", () => {
  const hashes = Object.keys(released).map((name) => {
    const sources = readSources(name)
    for (const [, path] of sources.join("\n").matchAll(/ from "([^"]+)"/g)) {
      expect(path).toMatch(new RegExp(`^(kysely(/migration)?|\\./(${name}|ddl).*)$`))
    }
    return [name, createHash("sha256").update(sources.join("\0")).digest("hex")]
  })
  expect(Object.fromEntries(hashes)).toEqual(released)
})
