import { type ContentReader, readContent } from "./published.ts"

export interface MailCompany {
  name: string
  /** The last lines of a mail. */
  signature: string
  /** The e-mail address that mails come from. */
  sender: string
  /** The e-mail addresses that are notified, and that replies go to. */
  inboxes: string[]
}

/** Reads the published facts; without published addresses, the sender gets what the company is told. */
export async function readMailCompany(reader: ContentReader, sender: string): Promise<MailCompany> {
  const { notify, signature } = (await readContent(reader, "parametres")).messages
  const { name } = (await readContent(reader, "entreprise")).facts
  return {
    name,
    signature: signature.replaceAll("{nom}", name) || name,
    sender,
    inboxes: notify.length > 0 ? [...new Set(notify)] : [sender],
  }
}
