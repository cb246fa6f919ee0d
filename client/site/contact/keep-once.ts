import { withStorage } from "#client/app/browser-storage.ts"
import { CONTACT_KEPT } from "#client/app/document-state.ts"
import type { SentReceipt } from "#server/contract/messages.ts"
import { addReceipts } from "./contact-database.ts"

const SHOWN = `${CONTACT_KEPT}-receipt`

/** Keeps the receipt that a page shows. The page shows it for an hour, and must not bring back what was forgotten. */
export async function keepOnce(receipt: SentReceipt): Promise<void> {
  if (withStorage(() => sessionStorage.getItem(SHOWN)) === receipt.reference) return
  await addReceipts([{ ...receipt, sentAt: Date.now() }])
  withStorage(() => sessionStorage.setItem(SHOWN, receipt.reference))
}
