import * as z from "zod/mini"
import { Id } from "./id.ts"

/** The hash of a session's id, with which nobody can sign in. */
export const SessionKey = z.string("Session invalide").check(z.regex(/^[0-9a-f]{64}$/, "Session invalide"))

export const UserSession = z.object({ user: Id, session: SessionKey })

export type UserSession = z.infer<typeof UserSession>

/** Where an account is signed in. */
export interface Session {
  key: string
  /** In words: « Chrome sur Android ». */
  device: string
  /** In words, from the IP address alone: « réseau local ». */
  place: string
  createdAt: string
  /** Within some minutes. */
  lastSeenAt: string | null
  isCurrent: boolean
}

/** What the server says of devices and IP addresses. */
export const sessionLabels = {
  device: (browser: string, system: string) => `${browser} sur ${system}`,
  unknownBrowser: "Navigateur inconnu",
  unknownDevice: "Appareil inconnu",
  thisComputer: "cet ordinateur",
  localNetwork: "réseau local",
  sharedAddress: "adresse partagée d’un opérateur",
  unknownPlace: "lieu inconnu",
} as const
