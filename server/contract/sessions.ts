import * as z from "zod/mini"
import { Id } from "./id.ts"

/** The hash of a session's id, which does not authenticate. */
export const SessionKey = z.string("Session invalide").check(z.regex(/^[0-9a-f]{64}$/, "Session invalide"))

export const UserSession = z.object({ user: Id, session: SessionKey })

export type UserSession = z.infer<typeof UserSession>

export interface Session {
  key: string
  /** The device in words, such as « Chrome sur Android ». */
  device: string
  /** The place in words, by the IP address alone, such as « réseau local ». */
  place: string
  createdAt: string
  /** It is exact to some minutes: ISO 8601, UTC. */
  lastSeenAt: string | null
  isCurrent: boolean
}

export const sessionLabels = {
  device: (browser: string, system: string) => `${browser} sur ${system}`,
  unknownBrowser: "Navigateur inconnu",
  unknownDevice: "Appareil inconnu",
  thisComputer: "cet ordinateur",
  localNetwork: "réseau local",
  sharedAddress: "adresse partagée d’un opérateur",
  unknownPlace: "lieu inconnu",
} as const
