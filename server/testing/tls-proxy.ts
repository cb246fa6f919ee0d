import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { pipeline } from "node:stream"
import { createServer } from "node:tls"
import type { Certificate } from "./certificates.ts"

/** Answers TLS on a free port of 127.0.0.1, and passes the decrypted data on to that port. */
export async function startTlsProxy(certificate: Certificate, port: number) {
  const server = createServer(certificate, (client) => {
    const target = connect(port, "127.0.0.1")
    pipeline(client, target, () => {})
    pipeline(target, client, () => {})
  })
  // A client that does not trust the certificate breaks the handshake off.
  server.on("tlsClientError", () => {})
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
