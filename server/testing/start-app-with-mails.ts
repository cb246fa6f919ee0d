import { expect, vi } from "vitest"
import { startAppWithOutbox } from "./start-app-with-outbox.ts"
import { type Behaviour, startMailServer } from "./start-mail-server.ts"

type Given = Parameters<typeof startAppWithOutbox>[1] & { behaviour?: Behaviour }

/** Starts the app with a real mail server, and reads what people find in their mails. */
export async function startAppWithMails({ behaviour, ...given }: Given = {}) {
  const server = await startMailServer(behaviour && { behaviour })
  const site = await startAppWithOutbox(server.url, given)
  const allMailsTo = (address: string) => server.mails.filter(({ recipients }) => recipients.includes(address))
  const isNotice = ({ text }: { text: string }) => text.includes("Si ce n’était pas vous")
  const mailsTo = (address: string) => allMailsTo(address).filter((mail) => !isNotice(mail))

  /** Waits until that many mails have arrived, and returns the last one. */
  async function mailTo(address: string, count = 1) {
    await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(count), 5000)
    const mail = mailsTo(address).at(-1)
    if (!mail) throw new Error("no mail arrived")
    return mail
  }

  return {
    ...site,
    server,
    mailsTo,
    /** Returns the mails that tell the owner of an account what was done to it, which the others leave out. */
    noticesTo: (address: string) => allMailsTo(address).filter(isNotice),
    mailTo,
    /** Returns the link in the last of that many mails. */
    async linkTo(address: string, count = 1): Promise<URL> {
      const { text } = await mailTo(address, count)
      return new URL(/^https?:\S+$/m.exec(text)?.[0] ?? "")
    },
    /** Waits until no mail is due. */
    untilIdle: () =>
      vi.waitFor(async () => {
        const at = site.now().toISOString()
        const due = site.db.selectFrom("outbox").select("id").where("sentAt", "is", null).where("nextAt", "<=", at)
        expect(await due.execute()).toEqual([])
      }, 5000),
    /** Calls a procedure of accounts as a mutation. */
    call: (procedure: string, input: unknown, headers: Record<string, string> = {}) =>
      site.postJson(`/trpc/accounts.${procedure}`, input, headers),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Returns the token at the end of a link. */
export function tokenIn({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1)
}
