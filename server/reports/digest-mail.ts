import type { SendMailOptions } from "nodemailer"
import { type MailCompany, readMailCompany } from "#server/content/published/mail-company.ts"
import { listPageStates } from "#server/content/queries.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import {
  addressOfTask,
  listOfficeTasks,
  OFFICE_TASK_LABELS,
  type OfficeTask,
  scheduledProjects,
} from "#server/contract/office/tasks.ts"
import { hasRight } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { lines, oneLine, toAccount } from "#server/jobs/mail-text.ts"
import type { DeliveryParts } from "#server/jobs/mail-transport.ts"
import { MailDropped, type QueuedMail } from "#server/jobs/outbox.ts"
import { readInboxState } from "#server/messages/inbox-state.ts"
import { searchProjects } from "#server/projects/search.ts"

/** Mails somebody on the day that the mail was queued for what is to do, unless there is nothing. */
export async function deliverDigest(
  parts: DeliveryParts,
  { recipient, detail }: QueuedMail,
  signal: AbortSignal,
): Promise<void> {
  const now = parts.now()
  const account = recipient && detail === kinshasaDay(now) && (await findReader(parts.db, recipient))
  const tasks = account ? await readTasks(parts.db, account, now) : []
  if (!recipient || tasks.length === 0) throw new MailDropped()
  const company = await readMailCompany(parts, parts.notifyEmail)
  const mail = composeDigest({ recipient, tasks, company, origin: parts.publicUrl })
  await parts.transport.sendMail({ ...mail, signal })
}

function findReader(db: Database, email: string) {
  return db
    .selectFrom("accounts")
    .select(["id", "role"])
    .where("email", "=", email)
    .where("disabledAt", "is", null)
    .where("mailsDigest", "=", 1)
    .executeTakeFirst()
}

/** Reads what the dashboard shows to that account under « À faire aujourd’hui ». */
async function readTasks(db: Database, { id, role }: { id: number; role: Role }, now: Date): Promise<OfficeTask[]> {
  const work = {
    inbox: hasRight(role, "messages.read") ? await readInboxState(db, now) : undefined,
    projects: hasRight(role, "projects.read") ? await searchProjects(db, scheduledProjects(now)) : undefined,
    contents: hasRight(role, "content.read") ? await listPageStates(db) : undefined,
  }
  return listOfficeTasks(work, id, now)
}

const labels = { ...OFFICE_TASK_LABELS, mine: "dont confiées à vous" }

interface Digest {
  recipient: string
  tasks: readonly OfficeTask[]
  company: MailCompany
  origin: string | undefined
}

function composeDigest({ recipient, tasks, company, origin }: Digest): SendMailOptions {
  return {
    ...toAccount(company, recipient),
    subject: `À faire aujourd’hui\u00a0: ${oneLine(company.name)}`,
    text: lines(
      "Bonjour,",
      "",
      "Voici ce qui vous attend aujourd’hui\u00a0:",
      ...tasks.flatMap((task) => ["", lineOf(task), ...(origin ? [origin + addressOfTask(task)] : [])]),
      "",
      "Pour ne plus recevoir ce résumé\u00a0: «\u00a0Mon compte\u00a0», «\u00a0Résumé du matin\u00a0».",
      "",
      "-- ",
      company.signature,
    ),
  }
}

function lineOf({ name, count, late = 0 }: OfficeTask): string {
  return `${labels[name]}\u00a0: ${count}${late > 0 ? `, dont ${late} depuis plus de 24\u00a0h` : ""}`
}
