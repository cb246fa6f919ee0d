import { useRef } from "react"
import { contact } from "#client/copy/contact.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Field, InputField } from "#client/ui/field.tsx"
import { RichText } from "#client/ui/rich-text.tsx"
import type { RichText as Text } from "#server/contract/content/public.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import type { ContactField } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { useContactRequest } from "./use-contact-request.ts"

const { form: copy, answers } = contact

interface ContactFormProps {
  /** About the protection of personal data. */
  privacy: Text
  rejection?: FormRejection | undefined
  /** What the fields contain at first. */
  initial?: Partial<Record<ContactField, string>> | undefined
}

/** Posts to a real URL and has uncontrolled fields, so that it works before hydration and without JavaScript. */
export function ContactForm({ privacy, rejection, initial = {} }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, sending, submit, clearError, usesService } = useContactRequest(form, rejection?.errors)
  const [firstInvalid] = Object.keys(rejection?.errors ?? {})

  function fieldProps(name: ContactField) {
    return { name, ...copy.fields[name], error: errors[name] }
  }

  function inputProps(name: ContactField) {
    const defaultValue = (rejection?.values ?? initial)[name] ?? ""
    return { defaultValue, required: true, autoFocus: name === firstInvalid }
  }

  return (
    <form
      ref={form}
      action="/contact"
      method="post"
      noValidate
      onSubmit={submit}
      onInput={clearError}
      className="grid gap-5"
    >
      {rejection && (
        <Banner tone="error" title={answers.invalid.title}>
          {Object.keys(rejection.errors).length > 0 ? answers.invalid.text : rejection.message}
        </Banner>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField {...fieldProps("firstName")} {...inputProps("firstName")} autoComplete="given-name" />
        <InputField {...fieldProps("lastName")} {...inputProps("lastName")} autoComplete="family-name" />
      </div>
      <InputField
        {...fieldProps("email")}
        {...inputProps("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <Field {...fieldProps("sector")}>
        {(control) => (
          <select {...control} {...inputProps("sector")} className="input input-select w-full">
            <option value="">{copy.sectorPlaceholder}</option>
            {CONTACT_SECTORS.map((sector) => (
              <option key={sector} value={sector}>
                {CONTACT_SECTOR_LABELS[sector]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field {...fieldProps("message")}>
        {(control) => (
          <textarea
            {...control}
            {...inputProps("message")}
            rows={6}
            className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
          />
        )}
      </Field>
      <div className="hidden">
        <label>
          {copy.honeypot}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button type="submit" disabled={sending} className="btn btn-primary btn-lg">
        {sending ? copy.submitting : copy.submit}
      </button>
      <p className="text-sm text-base-content/75">
        <RichText text={privacy} />
        {usesService && ` ${copy.privacyService}`}
      </p>
    </form>
  )
}
