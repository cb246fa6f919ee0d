import { type ReactNode, useRef } from "react"
import { copyAction } from "#client/app/reading-action.ts"
import { Icon } from "#client/icons/icon.tsx"
import { CopyOutcome } from "#client/ui/copy-outcome.tsx"
import { Field } from "#client/ui/field.tsx"
import { oneTimeSecret as texts } from "./texts.ts"

interface OneTimeSecretProps {
  label: string
  name: string
  value: string
  help: string
  className?: string
  /** Links that share the secret. */
  children?: ReactNode
}

/** Shows a new secret to be copied, which the server cannot show again. */
export function OneTimeSecret({ label, name, value, help, className = "", children }: OneTimeSecretProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-3 rounded-box border border-success bg-success/10 p-4">
      <Field label={label} name={name} help={help}>
        {(control) => (
          <input
            {...control}
            ref={field}
            readOnly
            // biome-ignore lint/a11y/noAutofocus: it has just been asked for, and is shown once
            autoFocus
            value={value}
            autoComplete="off"
            className={`input w-full ${className}`}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2 *:grow">
        <button
          type="button"
          {...copyAction(value, texts.copied, texts.notCopied)}
          className="btn btn-outline btn-primary bg-base-100"
          onClick={() => field.current?.select()}
        >
          {texts.copy}
        </button>
        {children}
      </div>
      <CopyOutcome />
    </div>
  )
}

/** Opens WhatsApp with the text, where the user chooses the recipient. */
export function WhatsAppLink({ text }: { text: string }) {
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      className="btn btn-outline btn-primary bg-base-100"
    >
      <Icon name="chat" />
      {texts.whatsApp}
    </a>
  )
}
