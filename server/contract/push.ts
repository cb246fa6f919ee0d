import * as z from "zod/mini"
import { storable } from "./storable-text.ts"

/** What a push message tells: a request has come, its sender has added something, or somebody has handed it over. */
const PUSH_KINDS = ["request", "addition", "assignment"] as const

export type PushKind = (typeof PUSH_KINDS)[number]

/** What a push service carries, encrypted, and the service worker shows. */
export interface PushPayload {
  title: string
  body: string
  /** The path that a click opens. */
  path: string
  /** A later message about the same request takes the place of the one that is shown. */
  tag: string
}

export const DEVICES_MAX = 10

const ENDPOINT_MAX = 1000

/** A browser's subscription, as PushSubscription.toJSON() gives it. */
export const NewPushDevice = z.object({
  endpoint: z
    .string("Adresse invalide")
    .check(z.maxLength(ENDPOINT_MAX, "Adresse invalide"), z.regex(/^https:\/\/[!-~]+$/, "Adresse invalide"), storable),
  /** A point of the curve P-256, and 16 bytes. */
  publicKey: z.string("Clé invalide").check(z.regex(/^[\w-]{87}$/, "Clé invalide")),
  authSecret: z.string("Clé invalide").check(z.regex(/^[\w-]{22}$/, "Clé invalide")),
})

export type NewPushDevice = z.infer<typeof NewPushDevice>

export interface PushDevice {
  id: number
  name: string
  createdAt: string
  reachedAt: string | null
  /** The SHA-256 of its endpoint, in hex, by which a browser knows itself. */
  endpointHash: string
}

export interface PushDevices {
  /** The key by which browsers know this site (RFC 8292), in base64url. */
  publicKey: string
  devices: PushDevice[]
}
