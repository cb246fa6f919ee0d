import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { limitConcurrency } from "#server/concurrency-limit.ts"

/** Passwords are hashed by Argon2id, the library's default, with the costs of OWASP's password storage cheat sheet. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is limited because it shares libuv's threads with image processing. */
const limitHashing = limitConcurrency({ concurrency: Math.min(2, availableParallelism()), queueSize: 50 })

/** Counts the passwords that wait to be hashed. */
export const countWaitingPasswords = limitHashing.countWaiting

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(normalized(password), OPTIONS))
}

/** Takes as long without a hash, so that the time does not reveal whether an account exists. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await limitHashing(async () => {
    const dummy = await dummyHash()
    return verify(passwordHash ?? dummy, normalized(password))
  })
  return matches && passwordHash !== undefined
}

/** The same characters may be typed as different code points (RFC 8265 §4.2.2). */
function normalized(password: string): string {
  return password.normalize("NFC")
}

let dummy: Promise<string> | undefined

function dummyHash(): Promise<string> {
  dummy ??= hash("dummy", OPTIONS)
  return dummy
}
