import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { createBuildFileFinder, deleteOldBuilds, keepBuild } from "./build-files.ts"
import { createDiskImageStore } from "./disk-image-store.ts"

/** Makes builds that share a file and each have one of their own. */
function startStore() {
  const folder = createTemporaryFolder()
  const images = createDiskImageStore(folder.path)
  function build(name: string) {
    const client = join(folder.path, name)
    mkdirSync(join(client, "assets"), { recursive: true })
    for (const file of ["shared-1a2b.js", `${name}-1a2b.js`, `${name}-1a2b.js.br`]) {
      writeFileSync(join(client, "assets", file), file)
    }
    return client
  }
  return {
    images,
    keep: (name: string) => keepBuild({ images, clientFolder: build(name) }),
    list: async () => (await images.builds.list()).filter((name) => !name.endsWith(".json")).sort(),
    /** Makes all lists of builds so old that exist now. */
    async age(days: number) {
      const then = (Date.now() - days * DAY_MS) / 1000
      for (const name of await images.builds.list()) utimesSync(join(folder.path, "builds", name), then, then)
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test("a build's files are stored once, and found by their paths", async () => {
  using site = startStore()
  for (const name of ["premier", "premier", "second"]) await site.keep(name)
  expect(await site.list()).toEqual(["assets~premier-1a2b.js", "assets~second-1a2b.js", "assets~shared-1a2b.js"])
  const find = createBuildFileFinder()
  const found = await find(site.images, "/assets/premier-1a2b.js")
  expect(await new Response(found?.body).text()).toBe("premier-1a2b.js")
  for (const path of ["/assets/autre.js", "/premier-1a2b.js", "/assets/", "/assets/../x"])
    expect(await find(site.images, path), path).toBeUndefined()
})

test("a build that no instance has served for a month is deleted, without what newer ones share", async () => {
  using site = startStore()
  await site.keep("premier")
  await site.age(29)
  await deleteOldBuilds(site.images, new Date())
  expect(await site.list()).toHaveLength(2)
  await site.age(31)
  await site.keep("second")
  await deleteOldBuilds(site.images, new Date())
  expect(await site.list()).toEqual(["assets~second-1a2b.js", "assets~shared-1a2b.js"])
})

test("a build that an instance still serves is kept, however old it is", async () => {
  using site = startStore()
  await site.keep("premier")
  await site.age(300)
  await site.keep("premier")
  await deleteOldBuilds(site.images, new Date())
  expect(await site.list()).toHaveLength(2)
})

test("of many builds the newest twenty are kept", async () => {
  using site = startStore()
  for (let count = 0; count < 22; count += 1) {
    await site.age(1 + (22 - count) / 100)
    await site.keep(`essai${count}`)
  }
  await deleteOldBuilds(site.images, new Date())
  expect(await site.list()).toHaveLength(21)
})

test("however many unknown files are asked for, the store is listed once in a while", async () => {
  using site = startStore()
  let lists = 0
  const { builds } = site.images
  const counted = {
    ...site.images,
    builds: {
      ...builds,
      async list() {
        lists += 1
        return builds.list()
      },
    },
  }
  const find = createBuildFileFinder()
  for (let count = 0; count < 50; count += 1) await find(counted, `/assets/${count}.js`)
  expect(lists).toBe(1)
})
