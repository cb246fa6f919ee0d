import { useRef, useState } from "react"
import { withStorage } from "#client/app/browser-storage.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { createUuid } from "#client/app/uuid.ts"
import { Icon } from "#client/icons/icon.tsx"
import { fullName } from "#client/office/inbox/full-name.ts"
import { openingText, whatsappUrl } from "#client/office/inbox/opening-links.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { DialogButtons } from "#client/ui/dialog-buttons.tsx"
import { Field } from "#client/ui/field.tsx"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { CONTACT_CHANNELS, type ContactChannel, type ContactResult } from "#server/contract/message-states.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { FollowUpFields } from "./follow-up-fields.tsx"
import { TemplateSelect, useSignature } from "./template-select.tsx"
import { contactTexts as texts } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

/** A telephone or another program was opened, and nobody has said yet what came of it. */
interface OpenedContact {
  channel: ContactChannel
  idempotencyKey: string
}

/** Holds it beyond a reload, since a phone may drop the page while somebody is calling. */
export function useOpenedContact(messageId: number) {
  const key = `contact:${messageId}`
  const [opened, setOpened] = useState(() => withStorage(() => readContact(sessionStorage.getItem(key))))
  return {
    opened,
    open(channel: ContactChannel) {
      const contact = { channel, idempotencyKey: createUuid() }
      withStorage(() => sessionStorage.setItem(key, JSON.stringify(contact)))
      setOpened(contact)
    },
    close() {
      withStorage(() => sessionStorage.removeItem(key))
      setOpened(undefined)
    },
  }
}

function readContact(stored: string | null): OpenedContact | undefined {
  if (!stored) return undefined
  const { channel, idempotencyKey } = JSON.parse(stored) as Partial<OpenedContact>
  const known = CONTACT_CHANNELS.find((one) => one === channel)
  return known && idempotencyKey ? { channel: known, idempotencyKey } : undefined
}

interface ContactDialogProps {
  message: MessageDetails
  contact: OpenedContact
  changes: RequestChanges
  onClose: () => void
}

/** Asks what came of a call or a message, since opening it says nothing about that. */
export function ContactDialog({ message, contact: { channel, idempotencyKey }, changes, onClose }: ContactDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [result, setResult] = useState<ContactResult>()
  const [failure, setFailure] = useState<unknown>()

  async function note(chosen: ContactResult, followUp?: { on: string; note: string }) {
    setResult(chosen)
    setFailure(undefined)
    try {
      await changes.noteContact({ channel, result: chosen, followUp, idempotencyKey })
    } finally {
      setResult(undefined)
    }
    onClose()
  }

  const callback = useForm({
    loadSchema: async () => (await import("#server/contract/follow-up.ts")).UpcomingFollowUp,
    send: (followUp) => note("callback", followUp),
    explain: (error) => loadingFailure(texts.failed, error),
  })
  const error = callback.outcome?.text ?? (failure === undefined ? undefined : loadingFailure(texts.failed, failure))
  const answer = (chosen: ContactResult, label: string, look: string) => (
    <BusyButton
      isBusy={result !== undefined}
      className={`btn ${look}`}
      onClick={() => void note(chosen).catch(setFailure)}
    >
      {label}
    </BusyButton>
  )

  return (
    <ModalFrame ref={dialog} title={texts.titles[channel](fullName(message))} onClose={onClose}>
      <p className="mt-2 text-base-content/80">{texts.questions[channel]}</p>
      {error && (
        <div className="mt-4">
          <Banner tone="error">{error}</Banner>
        </div>
      )}
      <div className="mt-4 grid gap-2 xs:grid-cols-2">
        {answer("reached", texts.reached[channel], "btn-primary")}
        {channel !== "email" && answer("missed", texts.missed, "btn-outline btn-primary")}
      </div>
      {channel !== "email" && (
        <form {...callback.form} className="mt-5 grid gap-3 border-t border-base-300 pt-4">
          <p className="font-semibold">{texts.callback}</p>
          <FollowUpFields errors={callback.errors} isBusy={result !== undefined} submit={texts.note} />
        </form>
      )}
      <button type="button" className="btn mt-5 w-full" onClick={() => dialog.current?.close()}>
        {texts.nothing}
      </button>
    </ModalFrame>
  )
}

interface WhatsAppDialogProps {
  message: MessageDetails
  phone: string
  text: string
  onType: (text: string) => void
  onOpened: () => void
  onClose: () => void
}

/** Writes the text with which WhatsApp opens, from a template if there are any. */
export function WhatsAppDialog({ message, phone, text, onType, onOpened, onClose }: WhatsAppDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [inserted, setInserted] = useState<string>()
  const signature = useSignature()
  return (
    <ModalFrame ref={dialog} title={texts.titles.whatsapp(fullName(message))} onClose={onClose}>
      <div className="mt-4 grid gap-4">
        <TemplateSelect
          message={message}
          inserted={inserted}
          onChoose={(template) => {
            setInserted(template)
            onType(template === undefined ? openingText(message) : `${template}\n${signature}`.trimEnd())
          }}
        />
        <Field label={texts.text} name="text">
          {(control) => (
            <textarea
              {...control}
              rows={6}
              value={text}
              onChange={({ target }) => onType(target.value)}
              className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
            />
          )}
        </Field>
        <DialogButtons dialog={dialog}>
          <a
            href={whatsappUrl(phone, message, text)}
            target="_blank"
            rel="noreferrer"
            className="btn btn-primary"
            onClick={onOpened}
          >
            <Icon name="chat" />
            {texts.open}
          </a>
        </DialogButtons>
      </div>
    </ModalFrame>
  )
}
