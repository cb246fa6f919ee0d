import type { DatabaseFailure } from "#server/database/core/engine.ts"

const failures: [RegExp, DatabaseFailure][] = [
  [/^SQLITE_BUSY/, "locked"],
  [/^SQLITE_(FULL|CANTOPEN|READONLY.*|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE))$/, "full"],
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/, "duplicate"],
]

export function sqliteFailure(error: unknown): DatabaseFailure | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return failures.find(([pattern]) => pattern.test(code))?.[1]
}
