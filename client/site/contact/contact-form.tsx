import { useQuery } from "@tanstack/react-query"
import { Suspense, useRef } from "react"
import { type Api, useApi } from "#client/app/api.ts"
import { RichText } from "#client/site/frame/rich-text.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { Field, InputField } from "#client/ui/field.tsx"
import type { RichText as Text } from "#server/contract/content/public.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import type { ContactField } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { PictureField } from "./picture-field.tsx"
import { contact } from "./texts.ts"
import { KeptNotice, LastReceipt, QueuedNotice, useContactForm } from "./use-contact-form.ts"

const { form: texts, answers } = contact

interface ContactFormProps {
  /** The text about the protection of personal data. */
  privacy: Text
  rejection?: FormRejection | undefined
  /** The initial values of the fields. */
  initial?: Partial<Record<ContactField, string>> | undefined
  /** For how many months requests are kept; undefined if that could not be read. */
  keepMonths: number | undefined
  /** The company's e-mail address; undefined if the site's content could not be read. */
  email: string | undefined
  /** The company's `https://wa.me/…` link. */
  whatsAppUrl: string | undefined
}

const sentForm = {
  loadSchema: async () => (await import("#server/contract/messages.ts")).ReachableFields,
  loadCall: async (api: Api) => (await import("./send-contact-request.ts")).contactCall(api),
}

/** Posts to a real URL and has uncontrolled fields, so that it works before hydration and without JavaScript. */
export function ContactForm({ privacy, rejection, initial = {}, keepMonths, email, whatsAppUrl }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isSending, isRestored, isNewReceipt, shownReceipt, ...request } = useContactForm(form, {
    ...sentForm,
    rejection,
    initial,
  })
  const { data: emailService } = useQuery(useApi().queries.messages.emailService.queryOptions())
  const hasReceipt = shownReceipt !== undefined
  const [firstInvalid] = Object.keys(rejection?.errors ?? {})

  function fieldProps(name: ContactField) {
    return { name, ...texts.fields[name], error: errors[name] }
  }

  function inputProps(name: ContactField) {
    const defaultValue = (rejection?.values ?? initial)[name] ?? ""
    return { defaultValue, required: true, autoFocus: name === firstInvalid }
  }

  return (
    <form {...request.form} ref={form} action="/contact" className="grid gap-5">
      {rejection && !request.isSent && !request.isQueued && (
        <Banner tone="error" title={answers.invalid.title}>
          {Object.keys(rejection.errors).length > 0 ? answers.invalid.text : rejection.message}
        </Banner>
      )}
      <Suspense>
        {shownReceipt && (
          <LastReceipt
            key={shownReceipt.reference}
            receipt={shownReceipt}
            isNew={isNewReceipt}
            whatsAppUrl={whatsAppUrl}
          />
        )}
        {isRestored && <KeptNotice isRestored hasReceipt={hasReceipt} onForget={request.discard} />}
      </Suspense>
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField {...fieldProps("firstName")} {...inputProps("firstName")} autoComplete="given-name" />
        <InputField {...fieldProps("lastName")} {...inputProps("lastName")} autoComplete="family-name" />
      </div>
      <InputField
        {...fieldProps("email")}
        {...inputProps("email")}
        required={false}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <InputField
        {...fieldProps("phone")}
        {...inputProps("phone")}
        required={false}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={texts.phonePlaceholder}
      />
      <Field {...fieldProps("sector")}>
        {(control) => (
          <select {...control} {...inputProps("sector")} className="input input-select w-full">
            <option value="">{texts.sectorPlaceholder}</option>
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
            {...request.textareaProps}
            rows={6}
            className="input h-auto w-full py-2.5 leading-normal whitespace-pre-wrap"
          />
        )}
      </Field>
      <PictureField {...request.pictureField} />
      {/* The attribute hides it in browsers that know no cascade layers too. */}
      <div hidden>
        <label>
          {texts.honeypot}
          {/* Password managers ignore `autocomplete`, and have attributes of their own. */}
          <input
            name={HONEYPOT}
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-lpignore="true"
            data-form-type="other"
          />
        </label>
      </div>
      <Suspense>{request.isQueued && <QueuedNotice sendsInBackground={request.sendsInBackground} />}</Suspense>
      <button type="submit" disabled={isSending} className="btn btn-primary btn-lg">
        {isSending ? texts.submitting : texts.submit}
      </button>
      <Suspense>
        {(request.isKept || hasReceipt) && !isRestored && (
          <KeptNotice hasReceipt={hasReceipt} onForget={request.discard} />
        )}
      </Suspense>
      <p className="text-sm text-base-content/75">
        <RichText text={privacy} />
        {emailService && ` ${texts.privacyService}`}
      </p>
      <Retention keepMonths={keepMonths} email={email} />
    </form>
  )
}

/** Says how long a request is kept, and how to have it erased. */
function Retention({ keepMonths, email }: Pick<ContactFormProps, "keepMonths" | "email">) {
  return (
    <p className="text-sm text-base-content/75">
      {keepMonths !== undefined && texts.retention(keepMonths)}
      {email && (
        <>
          {" "}
          {texts.erasure.before}{" "}
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(texts.erasure.subject)}`}
            className="link-inline wrap-anywhere"
          >
            {email}
          </a>
          {texts.erasure.after}
        </>
      )}
    </p>
  )
}
