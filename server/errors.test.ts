import { TRPCError } from "@trpc/server"
import { expect, test } from "vitest"
import { PostgresUnreachable } from "./database/postgres/failure.ts"
import { AppError, toAppError } from "./errors.ts"

function systemError(code: string) {
  return Object.assign(new Error("write"), { code })
}

test.each([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EFBIG",
  "SQLITE_FULL",
  "SQLITE_READONLY",
  "SQLITE_READONLY_DBMOVED",
  "SQLITE_IOERR_WRITE",
])("%s is a disk that takes no more: 507", (code) => {
  const message = "Espace disque insuffisant, réessayez plus tard"
  expect(toAppError(systemError(code))).toMatchObject({ status: 507, message })
  const wrapped = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: systemError(code) })
  expect(toAppError(wrapped)).toMatchObject({ status: 507, message })
})

test.each(["ENOENT", "EMFILE", "SQLITE_IOERR_READ", "SQLITE_CORRUPT"])(
  "%s is nobody's to mend but ours: 500",
  (code) => {
    expect(toAppError(systemError(code))).toMatchObject({ status: 500, message: "Erreur serveur" })
  },
)

/** Makes an error as `pg` reports it from the server. */
function postgresError(code: string) {
  return Object.assign(new Error("server"), { code, severity: "ERROR" })
}

test.each([
  [systemError("SQLITE_BUSY"), 503],
  [systemError("SQLITE_CONSTRAINT_UNIQUE"), 409],
  [postgresError("55P03"), 503],
  [postgresError("57P01"), 503],
  [postgresError("53300"), 503],
  [postgresError("57014"), 503],
  [postgresError("53100"), 507],
  [postgresError("25006"), 507],
  [postgresError("23505"), 409],
  [postgresError("42P01"), 500],
  [new PostgresUnreachable("server", { cause: systemError("ECONNRESET") }), 503],
])("%o of a database is %i", (error, status) => {
  expect(toAppError(error).status).toBe(status)
})

test("a client that has disconnected is no failure of the server's", () => {
  expect(toAppError(systemError("ECONNRESET")).status).toBe(400)
})

test("an AppError is unwrapped from its carrier, with the current state", () => {
  const conflict = new AppError("conflict", "Trop tard", { current: { version: 2 } })
  expect(toAppError(new TRPCError({ code: "CONFLICT", cause: conflict }))).toBe(conflict)
  expect(conflict.current).toEqual({ version: 2 })
})
