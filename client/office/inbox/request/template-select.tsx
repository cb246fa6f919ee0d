import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { Field } from "#client/ui/field.tsx"
import { fillTemplate } from "#server/contract/message-templates.ts"
import type { Message } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"
import { entryForms as texts } from "./texts.ts"

interface TemplateSelectProps {
  message: Message
  /** The text that was chosen last. */
  inserted: string | undefined
  /** It receives the text with its placeholders filled in, or undefined if no template is chosen. */
  onChoose: (text: string | undefined) => void
}

/** Begins an answer with a template from the settings. */
export function TemplateSelect({ message, inserted, onChoose }: TemplateSelectProps) {
  const { queries } = useApi()
  const { data } = useQuery(queries.messages.templates.queryOptions())
  const templates = data?.templates ?? []
  if (templates.length === 0) return null

  const filledIn = templates.map(({ text }) => fillTemplate(text, valuesOf(message)))
  const chosen = inserted === undefined ? -1 : filledIn.indexOf(inserted)

  return (
    <Field label={texts.template} name="template">
      {(control) => (
        <select
          {...control}
          value={chosen}
          onChange={({ target }) => onChoose(filledIn[Number(target.value)])}
          className="input input-select w-full"
        >
          <option value={-1}>{texts.noTemplate}</option>
          {Array.from(templates.entries(), ([index, { name }]) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Returns the signature that ends what is written to senders, or the empty text. */
export function useSignature(): string {
  const { queries } = useApi()
  return useQuery(queries.messages.templates.queryOptions()).data?.signature ?? ""
}

/** Shows the signature that ends the mail. */
export function Signature() {
  const signature = useSignature()
  if (!signature) return null
  return (
    <div className="text-sm text-base-content/75">
      <p>{texts.signature}</p>
      <p className="mt-1 border-l-2 border-base-300 pl-3 whitespace-pre-line wrap-anywhere">{signature}</p>
    </div>
  )
}

function valuesOf({ firstName, lastName, reference, sector }: Message) {
  return { prenom: firstName, nom: lastName, reference: reference ?? "", secteur: CONTACT_SECTOR_LABELS[sector] }
}
