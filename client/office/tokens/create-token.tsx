import { useApi } from "#client/app/api.ts"
import { loadingFailure, needsReauthentication } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { reauthentication } from "#client/office/reauthentication/texts.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { OneTimeSecret } from "#client/office/ui/one-time-secret.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { Field, InputField } from "#client/ui/field.tsx"
import type { TokenRight } from "#server/contract/domains/domains.ts"
import { type CreatedToken, NewToken } from "#server/contract/tokens.ts"
import { RightsField } from "./rights-field.tsx"
import { newToken, tokenForm as texts, tokens } from "./texts.ts"

interface CreateTokenProps {
  /** The rights of the user who creates the token. */
  rights: readonly TokenRight[]
  onClose: () => void
}

/** Asks for the purpose and rights of a token, and shows it once. */
export function CreateToken({ rights, onClose }: CreateTokenProps) {
  const { client, queries } = useApi()
  const { form, result, outcome, errors, isSending } = useForm({
    loadSchema: async () => NewToken,
    readForm: readToken,
    async send(token) {
      const created = await client.tokens.create.mutate(token)
      // A list that is on its way may have been read before.
      await queries.tokens.list.cancel()
      await queries.tokens.invalidate()
      return created
    },
    explain: (error) =>
      needsReauthentication(error) ? reauthentication.cancelled : loadingFailure(tokens.failure.create, error),
  })
  return (
    <ModalDialog title={result ? newToken.title : texts.title} isSmall onClose={onClose}>
      {result ? (
        <CreatedTokenPanel created={result} onClose={onClose} />
      ) : (
        <form {...form} className="grid gap-5">
          {outcome && (
            <Banner tone={outcome.tone} scrollIntoView>
              {outcome.text}
            </Banner>
          )}
          <InputField label={texts.name} name="name" help={texts.nameHelp} error={errors.name} autoComplete="off" />
          <RightsField rights={rights} error={errors.rights} />
          <DaysField error={errors.days} />
          <div className="sticky bottom-0 -mx-4 -mb-4 grid border-t border-base-300 bg-base-100 px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
            <button type="submit" aria-busy={isSending} className="btn btn-primary justify-self-end max-sm:w-full">
              {isSending ? texts.submitting : texts.submit}
            </button>
          </div>
        </form>
      )}
    </ModalDialog>
  )
}

function DaysField({ error }: { error: string | undefined }) {
  return (
    <Field label={texts.days} name="days" error={error}>
      {(control) => (
        <select {...control} defaultValue="90" className="select w-full">
          {texts.durations.map(({ days, label }) => (
            <option key={label} value={days ?? ""}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function readToken(form: FormData) {
  const days = form.get("days")
  return { name: form.get("name"), rights: form.getAll("rights"), days: days === "" ? null : Number(days) }
}

function CreatedTokenPanel({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  const { name, token, expiresAt } = created
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-sm text-base-content/75">{tokens.expires(expiresAt)}</span>
      </p>
      <OneTimeSecret label={newToken.token} name="token" value={token} help={newToken.once} className="font-mono" />
      <div className="grid gap-1.5">
        <p className="font-semibold">{newToken.example}</p>
        <pre className="rounded-field bg-neutral p-3 text-sm whitespace-pre-wrap text-neutral-content wrap-anywhere">
          <code>{exampleOf(token)}</code>
        </pre>
        <a
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-primary underline underline-offset-4 justify-self-start"
        >
          {tokens.docs}
        </a>
      </div>
      <button type="button" className="btn btn-outline btn-primary justify-self-end max-sm:w-full" onClick={onClose}>
        {newToken.done}
      </button>
    </div>
  )
}

function exampleOf(token: string): string {
  return `curl -H 'Authorization: Bearer ${token}' ${location.origin}/api/projects`
}
