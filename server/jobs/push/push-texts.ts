import { cutText } from "#server/contract/cut-text.ts"
import type { PushKind, PushPayload } from "#server/contract/push.ts"
import { CONTACT_SECTOR_LABELS, type ContactSector } from "#server/contract/sectors.ts"
import { oneLine } from "#server/jobs/mail-text.ts"

interface PushedRequest {
  id: number
  reference: string | null
  firstName: string
  lastName: string
  sector: ContactSector
}

const titles: Record<PushKind, string> = {
  request: "Nouvelle demande",
  addition: "Ajout à une demande",
  assignment: "Demande confiée à vous",
}

const NAME_MAX = 80

/** Holds no more than the name, the reference and the sector, since it passes through other companies' servers. */
export function composePush(kind: PushKind, requests: readonly PushedRequest[]): PushPayload | undefined {
  const [first] = requests
  if (!first) return undefined
  if (requests.length > 1) {
    const title = `${requests.length}\u00a0demandes confiées à vous`
    return { title, body: "", path: "/admin/messages?responsable=moi", tag: "demandes" }
  }
  const { id, reference, firstName, lastName, sector } = first
  const name = cutText(oneLine(`${firstName} ${lastName}`), NAME_MAX)
  const body = [name, CONTACT_SECTOR_LABELS[sector], reference].filter(Boolean).join(" · ")
  return { title: titles[kind], body, path: `/admin/messages/${id}`, tag: `demande-${id}` }
}
