import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { createAuthority } from "#server/testing/certificates.ts"
import { startTlsProxy } from "#server/testing/tls-proxy.ts"
import { findCertificateFault } from "./certificate.ts"

const authority = createAuthority("Essai", { days: 60 })
const now = new Date()

/** Starts a server without TLS that answers nothing. */
async function startSilentSite() {
  const server = createServer((socket) => socket.on("error", () => {}).resume())
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

interface Look {
  days?: number
  issuer?: typeof authority
  ca?: string
}

/** Looks at the certificate of a server on this machine. */
async function look(hostname: string, { days = 0, issuer = authority, ca = issuer.cert }: Look = {}) {
  await using site = await startSilentSite()
  await using proxy = await startTlsProxy(issuer.issue(hostname), site.port)
  const origin = `https://localhost:${proxy.port}`
  return await findCertificateFault({ origin, now: new Date(now.getTime() + days * DAY_MS), ca })
}

test("a certificate that browsers accept and that lasts has no fault", async () => {
  expect(await look("localhost")).toBeUndefined()
  expect(await look("localhost", { days: 45 })).toBeUndefined()
})

test("a certificate that ends within two weeks is told with its end", async () => {
  const fault = await look("localhost", { days: 47 })
  expect(fault).toEqual({ endsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
  const end = Date.parse((fault as { endsAt: string }).endsAt)
  expect(Math.round((end - now.getTime()) / DAY_MS)).toBe(60)
})

test("a certificate that has ended, of another name, or of an authority that nobody knows, is refused", async () => {
  expect(await look("ailleurs.exemple.cd")).toEqual({ refused: "ERR_TLS_CERT_ALTNAME_INVALID" })
  const past = createAuthority("Passée", { days: -0.5 })
  expect(await look("localhost", { issuer: past })).toEqual({ refused: "CERT_HAS_EXPIRED" })
  expect(await look("localhost", { ca: createAuthority("Autre").cert })).toMatchObject({ refused: expect.any(String) })
})

test("where nobody answers, or not by TLS, nothing is known of a certificate", async () => {
  expect(await findCertificateFault({ origin: "https://localhost:1", now })).toBe("unreached")
  expect(await findCertificateFault({ origin: "http://localhost", now })).toBeUndefined()
  const plain = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
  await once(plain.listen(0, "127.0.0.1"), "listening")
  const { port } = plain.address() as AddressInfo
  expect(await findCertificateFault({ origin: `https://localhost:${port}`, now })).toBe("unreached")
  plain.close()
})
