import type { ReactNode } from "react"
import { formatDateTime } from "#client/app/dates.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { Disclosure } from "#client/office/editing/disclosure.tsx"
import { fullName } from "#client/office/inbox/full-name.ts"
import type { MessageDetails, MessageEntry, MessageEntryKind } from "#server/contract/messages.ts"
import { AttachmentLinks } from "./attachments.tsx"
import { MailState } from "./mail-state.tsx"
import { timelineTexts as texts } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

interface TimelineProps {
  message: MessageDetails
  changes: RequestChanges
  pictures: ReactNode
}

/** The request, its entries and its actions in chronological order. */
export function Timeline({ message, changes, pictures }: TimelineProps) {
  const sender = fullName(message)
  return (
    <ol className="grid gap-4">
      <TextEntry at={message.createdAt} by={sender} title={texts.request} tone="sender" text={message.message}>
        {pictures}
      </TextEntry>
      {message.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} sender={sender} changes={changes} />
      ))}
    </ol>
  )
}

const icons: Record<Exclude<MessageEntryKind, "addition" | "answer" | "note">, IconName> = {
  state: "retry",
  assignee: "users",
  email: "mail",
  whatsapp: "chat",
  call: "phone",
  followUp: "clock",
  outcome: "handshake",
}

interface EntryProps {
  entry: MessageEntry
  sender: string
  changes: RequestChanges
}

function Entry({ entry, sender, changes }: EntryProps) {
  const { kind, at, text } = entry
  const title = texts.kinds[kind] ?? ""
  switch (kind) {
    case "addition":
      return (
        <TextEntry at={at} by={sender} title={entry.quoted === null ? title : texts.mailed} tone="sender" text={text}>
          <AttachmentLinks attachments={entry.attachments} />
          {entry.quoted && <QuotedText text={entry.quoted} />}
        </TextEntry>
      )
    case "answer":
    case "note":
      return (
        <TextEntry at={at} by={entry.by ?? texts.formerAccount} title={title} tone={kind} text={text}>
          <AttachmentLinks attachments={entry.attachments} />
          {entry.mail && <MailState mail={entry.mail} changes={changes} />}
        </TextEntry>
      )
    default:
      return <ActionEntry entry={entry} icon={icons[kind]} />
  }
}

const tones = {
  sender: "border-base-300 bg-base-100",
  answer: "border-primary/40 bg-primary/5 sm:ml-8",
  note: "border-dashed border-base-content/40 bg-base-200 sm:ml-8",
}

interface TextEntryProps {
  at: string
  by: string
  title: string
  tone: keyof typeof tones
  text: string | null
  children?: ReactNode
}

function TextEntry({ at, by, title, tone, text, children }: TextEntryProps) {
  return (
    <li className={`grid gap-2 rounded-box border p-4 ${tones[tone]}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-base wrap-anywhere">
          {by}
          <span className="font-sans text-sm font-normal text-base-content/75"> · {title}</span>
        </h3>
        <Time at={at} />
      </div>
      <p className="prose-width whitespace-pre-line wrap-anywhere">{text}</p>
      {children}
    </li>
  )
}

function QuotedText({ text }: { text: string }) {
  return (
    <Disclosure label={texts.quoted}>
      <p className="prose-width border-l-2 border-base-300 pl-3 text-sm whitespace-pre-line wrap-anywhere text-base-content/75">
        {text}
      </p>
    </Disclosure>
  )
}

/** Shows an action that has no text. */
function ActionEntry({ entry, icon }: { entry: MessageEntry; icon: IconName }) {
  const { at, by } = entry
  return (
    <li className="flex items-start gap-3 px-4 text-sm">
      <Icon name={icon} className="mt-0.5 size-4 shrink-0 text-base-content/75" />
      <p className="flex min-w-0 grow flex-wrap justify-between gap-x-4 wrap-anywhere">
        <span>
          {texts.action(entry)} <span className="text-base-content/75">({by ?? texts.automatic})</span>
        </span>
        <Time at={at} />
      </p>
    </li>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-sm text-base-content/75">
      {formatDateTime(at)}
    </time>
  )
}
