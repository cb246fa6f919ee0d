import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { createTemporaryFolder, startSite } from "#server/testing/test-site.ts"

// Commands are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test("verify proves the log of a running site, and names the entry that somebody has changed", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite(folder.path)
  await site.upload()
  await site.postJson("/trpc/projects.createDraft", { name: "École", sector: "Construction" }, site.headers)
  const { id, at, hash } = await site.db
    .selectFrom("audit")
    .select(["id", "at", "hash"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow()
  const verified = await site.run("audit", "verify")
  expect(verified).toMatchObject({ status: 0, stderr: "" })
  expect(verified.stdout).toContain(`Journal en ordre : 2 entrées\nEmpreinte : ${hash}\n`)
  expect(await site.run("audit", "verify", hash.toUpperCase())).toMatchObject({ status: 0 })
  expect(await site.run("audit", "verify", "0".repeat(64))).toMatchObject({
    status: 1,
    stderr: "Cette empreinte n’est pas dans le journal : l’entrée a été retirée, ou elle a plus de 24 mois\n",
  })
  await sql`drop trigger audit_is_final`.execute(site.db)
  await site.db.updateTable("audit").set({ accountId: null }).where("id", "=", id).execute()
  const day = at.slice(0, 4)
  const { status, stderr } = await site.run("audit", "verify")
  expect(status).toBe(1)
  expect(stderr).toMatch(
    new RegExp(`^Journal altéré à l’entrée ${id} \\(${day}-.*\\) : elle n’est plus telle qu’elle a été écrite\n$`),
  )
})

test.each([
  [["list"], "Action inconnue « list » : voir --help\n"],
  [["verify", "abc"], "Une empreinte a 64 caractères, de 0 à 9 et de a à f\n"],
  [["verify", "0".repeat(64), "x"], "Trop de mots : voir --help\n"],
])("%s is one line and exit code 1", async (args, stderr) => {
  using folder = createTemporaryFolder()
  await using site = await startSite(folder.path)
  expect(await site.run("audit", ...args)).toEqual({ status: 1, stdout: "", stderr })
})
