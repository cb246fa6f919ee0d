// @module-tag engines
import { expect, test } from "vitest"
import { createVariants } from "#server/images/variants.ts"
import { createLog } from "#server/log.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { acquireLease, deleteExpiredLeases } from "./leases.ts"

const at = (minutes: number) => new Date(Date.UTC(2025, 0, 1, 0, minutes))

test("one instance at a time has a lease, until it ends it or a minute has passed", async () => {
  await using db = await openTestDatabase()
  const leases = await Promise.all([1, 2, 3].map(() => acquireLease(db, "a", at(0))))
  const taken = leases.filter((lease) => lease !== undefined)
  expect(taken).toHaveLength(1)
  expect(await acquireLease(db, "b", at(0))).toBeDefined()
  await taken[0]?.release()
  expect(await acquireLease(db, "a", at(0))).toBeDefined()
  expect(await acquireLease(db, "a", at(0.5))).toBeUndefined()
  expect(await acquireLease(db, "a", at(2))).toBeDefined()
  await deleteExpiredLeases(db, at(2))
  expect(await db.selectFrom("leases").select("name").execute()).toEqual([{ name: "a" }])
})

test("an instance that ends its lease too late leaves that of its successor", async () => {
  await using db = await openTestDatabase()
  const lease = await acquireLease(db, "a", at(0))
  const next = await acquireLease(db, "a", at(2))
  await lease?.release()
  await lease?.extend(at(0))
  expect(await acquireLease(db, "a", at(2))).toBeUndefined()
  await next?.release()
  expect(await acquireLease(db, "a", at(2))).toBeDefined()
})

test("of two instances one encodes a variant, and the other sends the original meanwhile", async () => {
  await using site = await startApp()
  const { images, db } = site
  const headers = await signInAs(site, "admin")
  const body = createForm({ images: await createImageFile({ width: 800, height: 600 }) })
  const uploaded = await site.request("/upload", { method: "POST", body, headers })
  const [name = ""] = ((await uploaded.json()) as { filenames: string[] }).filenames
  await site.variants.waitUntilIdle()
  for (const file of await images.variants.list()) await images.variants.delete(file)
  const stored: string[] = []
  const put = images.variants.put
  images.variants.put = (file, content) => {
    stored.push(file)
    return put(file, content)
  }
  const log = createLog("silent", () => {})
  const lease = (file: string) => acquireLease(db, file, new Date())
  const [one, two] = [1, 2].map(() => createVariants({ images, log, acquireLease: lease }))
  const found = await Promise.all([one, two].map((variants) => variants?.find(name, 320, ["webp"])))
  expect(stored).toEqual([`${name}.320.webp`])
  // While one instance encodes, the other sends the original, unless the first has just ended.
  for (const variant of found) expect(variant?.image !== undefined).toBe(variant?.final)
  expect(found.filter((variant) => variant?.final).length).toBeGreaterThan(0)
  const later = await two?.find(name, 320, ["webp"])
  expect(later?.final).toBe(true)
  for (const variant of [...found, later]) await variant?.image?.body.cancel()
})
