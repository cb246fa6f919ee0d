import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { startBuiltSite } from "#server/testing/built-site.ts"
import { createAuthority } from "#server/testing/certificates.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { startTlsProxy } from "#server/testing/tls-proxy.ts"

/** Starts a site with the https URL of an S3 server, and its authority in NODE_EXTRA_CA_CERTS. */
async function startOnHttps({ hostname = "localhost", isTrusted = true, settings = {} }) {
  const folder = createTemporaryFolder()
  const authority = createAuthority("Autorité d’essai")
  writeFileSync(join(folder.path, "ca.pem"), authority.cert)
  const s3 = await startS3Server()
  const proxy = await startTlsProxy(authority.issue("localhost"), Number(new URL(s3.settings.endpoint ?? "").port))
  const site = await startBuiltSite(folder.path, {
    ...s3.environment("site"),
    IMAGE_STORE_URL: `s3://pictures/site?endpoint=https://${hostname}:${proxy.port}&region=${s3.settings.region}`,
    ...(isTrusted && { NODE_EXTRA_CA_CERTS: join(folder.path, "ca.pem") }),
    ...settings,
  })
  return {
    ...site,
    async health() {
      return (await (await fetch(`${site.origin}/api/health`)).json()) as { parts: Record<string, string> }
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
      await s3[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test("images are stored over https where NODE_EXTRA_CA_CERTS names the authority", { timeout: 60_000 }, async () => {
  // The start stores the demonstration's images.
  await using site = await startOnHttps({ settings: { DEMO_CONTENT: "1" } })
  expect((await site.health()).parts).toEqual({ database: "ok", images: "ok" })
  const projects = (await (await fetch(`${site.origin}/api/projects`)).json()) as { project_images: string[] }[]
  const image = projects.flatMap(({ project_images }) => project_images)[0]
  expect((await fetch(`${site.origin}/uploads/${image}`)).headers.get("Content-Type")).toBe("image/jpeg")
  expect(await site.stop()).toBe(0)
  expect(site.complaints()).toBe("")
})

test.each([
  ["an authority that is not trusted", { isTrusted: false }, /certificate/],
  ["a certificate for another name", { hostname: "127.0.0.1" }, /altnames/],
])("%s is told in one line, and the site serves without images", { timeout: 60_000 }, async (_what, given, reason) => {
  await using site = await startOnHttps(given)
  expect((await site.health()).parts).toEqual({ database: "ok", images: "failing" })
  await expect.poll(site.complaints).toMatch(/^IMAGE_STORE_URL : le stockage des images ne peut pas être utilisé .*\n$/)
  expect(site.complaints()).toMatch(reason)
})

test("a secret key that S3 refuses stands in no line of the log", { timeout: 60_000 }, async () => {
  const secret = "wengé-5093-Lw52/8Fq3+z0"
  await using site = await startOnHttps({ settings: { AWS_SECRET_ACCESS_KEY: secret, LOG_LEVEL: "debug" } })
  expect((await site.health()).parts.images).toBe("failing")
  expect((await fetch(`${site.origin}/uploads/${"0".repeat(32)}.jpg`)).status).toBe(503)
  expect(await site.stop()).toBe(0)
  const log = site.output() + site.complaints()
  expect(log).toContain("S3 403 SignatureDoesNotMatch")
  expect(log).not.toContain(secret)
  expect(log).not.toMatch(/Signature=|Credential=/)
})
