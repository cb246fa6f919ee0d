import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { limitConcurrency } from "#server/concurrency-limit.ts"

/** OWASP's password storage cheat sheet: Argon2id (the library's default), 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes share the threads that pictures are made on: a few at a time, a short queue, then « occupé ». */
const inTurn = limitConcurrency({ concurrency: Math.min(2, availableParallelism()), queueSize: 50 })

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), OPTIONS))
}

/** Takes the same time for an account that does not exist. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await inTurn(async () => {
    const nobodys = await dummyHash()
    return verify(passwordHash ?? nobodys, normalized(password))
  })
  return matches && passwordHash !== undefined
}

/** The same characters may be typed as different code points (RFC 8265 §4.2.2). */
function normalized(password: string): string {
  return password.normalize("NFC")
}

let nobody: Promise<string> | undefined

function dummyHash(): Promise<string> {
  nobody ??= hash("nobody", OPTIONS)
  return nobody
}
