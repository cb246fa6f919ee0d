import { type ReactNode, useState } from "react"
import { formatDateTime } from "#client/app/dates.ts"
import { Icon } from "#client/icons/icon.tsx"
import { fullName } from "#client/office/inbox/full-name.ts"
import { mailtoUrl, openingText, whatsappUrl } from "#client/office/inbox/opening-links.ts"
import { messageDeletion } from "#client/office/inbox/texts.ts"
import { Dropdown } from "#client/office/ui/dropdown.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { type ContactChannel, isPending } from "#server/contract/message-states.ts"
import type { MessageAction, MessageDetails } from "#server/contract/messages.ts"
import { ContactDialog, useOpenedContact, WhatsAppDialog } from "./contact-dialog.tsx"
import { FollowUpDialog } from "./follow-up-panel.tsx"
import { requestActions as texts } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

interface ActionBarProps {
  message: MessageDetails
  me: { id: number; name: string }
  changes: RequestChanges
  /** Returns the text that is typed into the form of the answer. */
  typed: () => string
  onAnswer: () => void
}

/** Sticks to the bottom of the screen, which a thumb reaches. */
export function ActionBar({ message, me, changes, typed, onAnswer }: ActionBarProps) {
  const others = otherActions(message, me)
  // Wide screens show the panel of the follow-up beside the request.
  const wideOthers = others.filter(({ action }) => action !== "followUp")
  const [dialog, setDialog] = useState<"delete" | "followUp" | "whatsapp">()
  const contact = useOpenedContact(message.id)
  const [whatsAppText, setWhatsAppText] = useState<string>()
  const close = () => setDialog(undefined)

  function run({ action, assignee }: OtherAction) {
    if (action === "followUp") setDialog("followUp")
    else if (action.kind === "trash") setDialog("delete")
    else changes.change(action, assignee)
  }

  const button = (other: OtherAction) => (
    <OtherButton key={other.label} other={other} isBusy={changes.isBusy} onClick={() => run(other)} />
  )

  return (
    <section
      aria-label={texts.label}
      data-covers="bottom"
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-2 wrap-break-word border-t border-base-300 bg-base-200 px-4 py-3 md:-mx-8 md:gap-1.5 md:px-8"
    >
      {!message.deletedAt && (
        <Channels
          message={message}
          typed={typed}
          onAnswer={onAnswer}
          onContact={contact.open}
          onWhatsApp={() => setDialog("whatsapp")}
        />
      )}
      {others.length === 1 && others.map(button)}
      {others.length > 1 && (
        <>
          <div className="contents max-md:hidden">
            {wideOthers.slice(0, -2).map(button)}
            {/* The deletion does not stand alone in a second row. */}
            <div className="flex gap-1.5">{wideOthers.slice(-2).map(button)}</div>
          </div>
          <div className="ml-auto md:hidden">
            <Dropdown
              label={
                <>
                  <Icon name="menu" />
                  <span>
                    {texts.more}
                    <span className="sr-only">{texts.moreOf}</span>
                  </span>
                </>
              }
              className={`btn-outline px-2 ${narrow}`}
              placement="above on phones"
              align="right"
            >
              {(close) => (
                <div className="grid gap-1.5">
                  {others.map((other) => (
                    <OtherButton
                      key={other.label}
                      other={other}
                      isBusy={changes.isBusy}
                      onClick={() => {
                        close()
                        run(other)
                      }}
                    />
                  ))}
                </div>
              )}
            </Dropdown>
          </div>
        </>
      )}
      {dialog === "delete" && (
        <ConfirmDialog
          question={messageDeletion.question}
          detail={messageDeletion.detail(fullName(message), formatDateTime(message.createdAt))}
          confirm={messageDeletion.confirm}
          onConfirm={() => {
            close()
            changes.change({ kind: "trash" })
          }}
          onCancel={close}
        />
      )}
      {dialog === "followUp" && <FollowUpDialog message={message} changes={changes} onClose={close} />}
      {dialog === "whatsapp" && message.phone && (
        <WhatsAppDialog
          message={message}
          phone={message.phone}
          text={whatsAppText ?? (typed().trim() || openingText(message))}
          onType={setWhatsAppText}
          onOpened={() => {
            close()
            setWhatsAppText(undefined)
            contact.open("whatsapp")
          }}
          onClose={close}
        />
      )}
      {contact.opened && (
        <ContactDialog message={message} contact={contact.opened} changes={changes} onClose={contact.close} />
      )}
    </section>
  )
}

interface OtherButtonProps {
  other: OtherAction
  isBusy: boolean
  onClick: () => void
}

function OtherButton({ other: { label, tone }, isBusy, onClick }: OtherButtonProps) {
  return (
    <BusyButton isBusy={isBusy} className={`btn btn-outline md:px-2.5 ${tone ?? ""}`} onClick={onClick}>
      {label}
    </BusyButton>
  )
}

interface ChannelsProps extends Pick<ActionBarProps, "message" | "typed" | "onAnswer"> {
  /** It is told that a program was opened. */
  onContact: (channel: ContactChannel) => void
  /** Writes the text before WhatsApp opens. */
  onWhatsApp: () => void
}

/** With these classes, three buttons and the menu fit in 320 px; in large text they grow less than all else. */
const narrow =
  "md:px-2.5 max-md:h-auto max-md:min-h-12 max-md:grow max-md:basis-0 max-md:flex-col max-md:gap-0.5 max-md:px-1 max-md:py-1 max-md:text-[min(0.75rem,16px)]"

/** Links and buttons that reach the sender. */
function Channels({ message, typed, onAnswer, onContact, onWhatsApp }: ChannelsProps) {
  const { email, phone, hasMailServer } = message
  return (
    <>
      {email && hasMailServer && (
        <button type="button" className={`btn btn-primary ${narrow}`} onClick={onAnswer}>
          <Label icon="mail">{texts.answer}</Label>
        </button>
      )}
      {email && !hasMailServer && (
        <a href={mailtoUrl(message)} className={`btn btn-primary ${narrow}`} onClick={() => onContact("email")}>
          <Label icon="mail">{texts.answer}</Label>
        </a>
      )}
      {phone && (
        <>
          <a
            href={whatsappUrl(phone, message)}
            target="_blank"
            rel="noreferrer"
            className={`btn btn-outline btn-primary ${narrow}`}
            onClick={(event) => {
              // The link is not rendered again with each letter, so that it takes the text on a click.
              event.currentTarget.href = whatsappUrl(phone, message, typed())
              if (event.ctrlKey || event.metaKey || event.shiftKey) return onContact("whatsapp")
              event.preventDefault()
              onWhatsApp()
            }}
          >
            <Label icon="chat">{texts.whatsapp}</Label>
          </a>
          <a
            href={`tel:${phone}`}
            className={`btn btn-outline btn-primary ${narrow}`}
            onClick={() => onContact("call")}
          >
            <Label icon="phone">{texts.call}</Label>
          </a>
        </>
      )}
    </>
  )
}

function Label({ icon, children }: { icon: "mail" | "chat" | "phone"; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} className="size-5" />
      {children}
    </>
  )
}

interface OtherAction {
  label: string
  /** A follow-up asks for its day first. */
  action: MessageAction | "followUp"
  /** The name of the person who will be in charge. */
  assignee?: string
  tone?: "btn-error"
}

/** Returns the actions that a request allows in its state, apart from answering. */
function otherActions(message: MessageDetails, me: { id: number; name: string }): OtherAction[] {
  if (message.deletedAt) return [{ label: texts.restore, action: { kind: "restore" } }]
  const { state, assignee } = message
  const canAnswerHere = message.hasMailServer && message.email !== ""
  const takeOn = { label: texts.takeOn, action: { kind: "assignee", assignee: me.id }, assignee: me.name } as const
  return [
    ...(assignee?.id === me.id ? [] : [takeOn]),
    ...(isPending(state) && !canAnswerHere ? [toState(texts.markAnswered, "answered")] : []),
    { label: texts.followUp, action: "followUp" },
    ...(state === "answered" || state === "archived" ? [toState(texts.reopen, "open")] : []),
    ...(state === "archived" || state === "spam" ? [] : [toState(texts.archive, "archived")]),
    state === "spam" ? toState(texts.notSpam, "new") : toState(texts.spam, "spam"),
    { label: texts.delete, action: { kind: "trash" }, tone: "btn-error" },
  ]
}

function toState(label: string, state: MessageDetails["state"]): OtherAction {
  return { label, action: { kind: "state", state } }
}
