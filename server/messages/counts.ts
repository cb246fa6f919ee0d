import { MESSAGE_FOLDERS, type MessageFolder } from "#server/contract/message-states.ts"
import type { ContactSector } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/core/database.ts"

interface MessageCount {
  state: MessageFolder
  sector: string
  unread: number
  count: number
}

export function readMessageCounts(db: Database): Promise<MessageCount[]> {
  return db.selectFrom("messageCounts").selectAll().where("count", ">", 0).execute()
}

interface Counted {
  folder?: MessageFolder | undefined
  sector?: ContactSector | undefined
}

/** Without a folder it counts all messages except spam and the trash. */
export function sumCounts(counts: readonly MessageCount[], { folder, sector }: Counted = {}): number {
  const isCounted = ({ state, ...row }: MessageCount) =>
    (folder ? state === folder : state !== "spam" && state !== "trashed") && (!sector || row.sector === sector)
  return counts.filter(isCounted).reduce((total, { count }) => total + count, 0)
}

export function sumFolders(counts: readonly MessageCount[]): Record<MessageFolder, number> {
  const entries = MESSAGE_FOLDERS.map((folder) => [folder, sumCounts(counts, { folder })])
  return Object.fromEntries(entries) as Record<MessageFolder, number>
}
