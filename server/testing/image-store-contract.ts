import { describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { deleteVariants, type ImageStore, listVariantOriginals, variantName } from "#server/images/store/image-store.ts"
import type { S3Settings } from "#server/images/store/s3-client.ts"
import { createS3ImageStore } from "#server/images/store/s3-image-store.ts"
import { createTemporaryFolder } from "./test-site.ts"

type TestStore = AsyncDisposable & { store: ImageStore }

/** Tests what every image store must do; `makeStore` makes an empty one. */
export function testImageStore(kind: string, makeStore: () => Promise<TestStore>) {
  describe.each(["originals", "variants", "builds"] as const)(`${kind}, %s`, (part) => {
    async function startEmpty() {
      const made = await makeStore()
      return { ...made, objects: made.store[part], [Symbol.asyncDispose]: () => made[Symbol.asyncDispose]() }
    }

    test("an object is read, opened and listed as it was stored", async () => {
      await using site = await startEmpty()
      const before = Date.now()
      await site.objects.put("a.jpg", Buffer.from("pixels"))
      expect((await site.objects.read("a.jpg"))?.toString()).toBe("pixels")
      const { bytes, body } = (await site.objects.open("a.jpg")) ?? {}
      expect(bytes).toBe(6)
      expect(await new Response(body).text()).toBe("pixels")
      expect(await site.objects.exists("a.jpg")).toBe(true)
      expect(await site.objects.list()).toEqual(["a.jpg"])
      const modifiedAt = (await site.objects.modifiedAt("a.jpg"))?.getTime() ?? 0
      expect(Math.abs(modifiedAt - before)).toBeLessThan(60_000)
    })

    test("an object that is missing is undefined, and deleting it does nothing", async () => {
      await using site = await startEmpty()
      for (const name of ["a.jpg", `${"a".repeat(500)}.jpg`]) {
        expect(await site.objects.read(name)).toBeUndefined()
        expect(await site.objects.open(name)).toBeUndefined()
        expect(await site.objects.exists(name)).toBe(false)
        expect(await site.objects.modifiedAt(name)).toBeUndefined()
        await site.objects.delete(name).catch((error) => expect(error).toMatchObject({ code: "ENAMETOOLONG" }))
      }
      expect(await site.objects.list()).toEqual([])
    })

    test("an object that is stored twice or by many at once is there once", async () => {
      await using site = await startEmpty()
      const content = Buffer.alloc(300_000, "pixels")
      await Promise.all(Array.from({ length: 10 }, () => site.objects.put("a.jpg", content)))
      expect(await site.objects.read("a.jpg")).toEqual(content)
      expect(await site.objects.list()).toEqual(["a.jpg"])
    })

    test("a name may have any character of a file name", async () => {
      await using site = await startEmpty()
      const name = "é à+b&c=d 'e' (f)%20!*~.jpg"
      await site.objects.put(name, Buffer.from("pixels"))
      expect((await site.objects.read(name))?.toString()).toBe("pixels")
      expect(await site.objects.list()).toEqual([name])
      await site.objects.delete(name)
      expect(await site.objects.exists(name)).toBe(false)
    })

    test("an object may be empty", async () => {
      await using site = await startEmpty()
      await site.objects.put("a.jpg", Buffer.alloc(0))
      expect(await site.objects.read("a.jpg")).toEqual(Buffer.alloc(0))
      expect((await site.objects.open("a.jpg"))?.bytes).toBe(0)
    })

    test("an open object is read to its end though it is deleted", async () => {
      await using site = await startEmpty()
      const content = Buffer.alloc(3_000_000, "pixels")
      await site.objects.put("a.jpg", content)
      const { body } = (await site.objects.open("a.jpg")) ?? {}
      await site.objects.delete("a.jpg")
      expect(await site.objects.exists("a.jpg")).toBe(false)
      expect(Buffer.from(await new Response(body).arrayBuffer()).equals(content)).toBe(true)
    })

    test("an open object can be cancelled instead of read", async () => {
      await using site = await startEmpty()
      await site.objects.put("a.jpg", Buffer.from("pixels"))
      await (await site.objects.open("a.jpg"))?.body.cancel()
      expect((await site.objects.read("a.jpg"))?.toString()).toBe("pixels")
    })
  })

  test(`${kind}: originals and variants of one name are apart`, async () => {
    await using made = await makeStore()
    await made.store.originals.put("a.jpg", Buffer.from("pixels"))
    expect(await made.store.variants.list()).toEqual([])
    await made.store.variants.delete("a.jpg")
    expect(await made.store.originals.exists("a.jpg")).toBe(true)
  })

  test(`${kind}: the variants of one image are deleted, those of others stay`, async () => {
    await using made = await makeStore()
    const { store } = made
    for (const name of ["a.jpg", "b.jpg"]) {
      for (const extension of ["avif", "webp", "jpg"] as const) {
        for (const width of [320, 1920] as const) {
          await store.variants.put(variantName(name, width, extension), Buffer.from("pixels"))
        }
      }
    }
    expect((await listVariantOriginals(store)).sort()).toEqual(["a.jpg", "b.jpg"])
    await deleteVariants(store, "a.jpg")
    expect(await listVariantOriginals(store)).toEqual(["b.jpg"])
    expect(await store.variants.list()).toHaveLength(6)
  })
}

type TestServer = AsyncDisposable & { settings: S3Settings }

/** Tests the same, and the failures that only S3 has; `startServer`'s settings are those of an empty place. */
export function testS3ImageStore(kind: string, startServer: () => Promise<TestServer>) {
  async function makeStore(wrong: Partial<S3Settings> = {}): Promise<TestStore> {
    const folder = createTemporaryFolder()
    const server = await startServer()
    return {
      store: createS3ImageStore({ ...server.settings, ...wrong }, folder.path),
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]()
        folder[Symbol.dispose]()
      },
    }
  }

  testImageStore(kind, makeStore)

  test.each<[string, Partial<S3Settings>]>([
    ["with a bucket that is missing", { bucket: "absent" }],
    ["with an unknown key", { accessKeyId: "unknown" }],
    ["with a wrong secret", { secretAccessKey: "wrong" }],
  ])(`${kind}: a store %s fails, rather than being empty`, async (_what, wrong) => {
    await using made = await makeStore(wrong)
    const { originals, check } = made.store
    const calls = [
      check,
      () => originals.put("a.jpg", Buffer.from("pixels")),
      () => originals.read("a.jpg"),
      () => originals.delete("a.jpg"),
      originals.list,
    ]
    for (const call of calls) await expect(call()).rejects.toThrow(responseTexts.imagesUnavailable)
  })
}
