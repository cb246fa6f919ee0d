import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { DAY_MS } from "#server/contract/durations.ts"

/** An X.509 certificate and its private key, as PEM. */
export interface Certificate {
  cert: string
  key: string
}

/** Creates a certificate authority for a single test; it and its certificates end after so many days. */
export function createAuthority(name: string, { days = 1 } = {}) {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const isAuthority = extension("551d13", true, sequence(der(0x01, Buffer.from([0xff]))))
  return {
    cert: certify(
      { subject: name, publicKey: keys.publicKey, issuer: name, signer: keys.privateKey, days },
      isAuthority,
    ),
    /** Issues a certificate for the server of that host name. */
    issue(hostname: string): Certificate {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
      const alternativeNames = extension("551d11", false, sequence(der(0x82, Buffer.from(hostname))))
      const cert = certify(
        { subject: hostname, publicKey, issuer: name, signer: keys.privateKey, days },
        alternativeNames,
      )
      return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() }
    },
  }
}

interface Certified {
  subject: string
  publicKey: KeyObject
  issuer: string
  signer: KeyObject
  /** It ends after so many days. */
  days: number
}

/** Writes a certificate (RFC 5280, section 4.1) with the fewest fields that OpenSSL accepts. */
function certify({ subject, publicKey, issuer, signer, days }: Certified, extensions: Buffer): string {
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")))
  const version3 = der(0xa0, der(0x02, Buffer.from([2])))
  const serialNumber = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const validity = sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + days * DAY_MS))
  const spki = publicKey.export({ type: "spki", format: "der" })
  const names = [nameOf(issuer), validity, nameOf(subject)]
  const signed = sequence(version3, serialNumber, ecdsaWithSha256, ...names, spki, der(0xa3, sequence(extensions)))
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, signer))
  const base64 = sequence(signed, ecdsaWithSha256, signature).toString("base64").replace(/.{64}/g, "$&\n")
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(commonName)))))
}

function utcTime(time: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(time).toISOString().replace(/\D/g, "").slice(2, 14)}Z`))
}

function extension(identifier: string, isCritical: boolean, value: Buffer): Buffer {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : []
  return sequence(der(0x06, Buffer.from(identifier, "hex")), ...critical, der(0x04, value))
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** Encodes a value by ASN.1's Distinguished Encoding Rules. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const encodedLength = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...encodedLength]), content])
}
