// @module-tag engines
import { beforeAll, expect, test } from "vitest"
import { openEmptyDatabase } from "#server/testing/open-test-database.ts"
import { migrate, migrations } from "./migrate.ts"

const REMEDY = "instances of the release before use the migrated database: add, and drop in the release after this one"

/** Tables and columns that past migrations have dropped or renamed. */
const dropped = {
  "0004-search-sectors-and-alt": [
    "holds",
    "holds.name",
    "holds.until",
    "messages.handled_at",
    "project_images.decorative",
  ],
  "0020-drop-message-count": ["message_count", "message_count.count", "message_count.id"],
  "0022-upload-parts-in-the-store": ["upload_parts.content"],
  // Nothing was released before this one.
  "0027-names": [
    "message_entries.request_id",
    "messages.request_id",
    "projects.request_id",
    "settings",
    "settings.name",
    "settings.value",
  ],
}

/** Columns that past migrations have added although an insertion has to name them. */
const required = {
  "0010-publications": ["project_counts.state", "project_counts.year"],
  "0022-upload-parts-in-the-store": ["upload_parts.name"],
}

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
  expect(listChanges("lost"), REMEDY).toEqual(dropped)
})

test("no migration adds a column that the release before would have to fill in", () => {
  expect(listChanges("required"), REMEDY).toEqual(required)
})
