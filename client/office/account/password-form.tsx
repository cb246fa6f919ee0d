import { useQuery } from "@tanstack/react-query"
import * as z from "zod/mini"
import { useApi } from "#client/app/api.ts"
import { useForm } from "#client/app/use-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { PasswordField } from "#client/ui/password-field.tsx"
import type { CurrentAccount } from "#server/contract/accounts.ts"
import { hasRight } from "#server/contract/rights.ts"
import { accountFailure } from "./account-failure.ts"
import { account as accountTexts } from "./texts.ts"

const texts = accountTexts.password

interface TypedChange extends Record<string, unknown> {
  revokeTokens?: boolean | undefined
}

/** Repeats the password as its confirmation, for which the form has no field, and reads the box. */
async function loadSchema() {
  const { PasswordChange } = await import("#server/contract/accounts.ts")
  const complete = z.transform(
    (typed: Record<string, unknown>): TypedChange => ({
      ...typed,
      confirmPassword: typed.password,
      revokeTokens: typed.revokeTokens === "on",
    }),
  )
  return z.pipe(complete, PasswordChange)
}

interface PasswordFormProps {
  account: Pick<CurrentAccount, "username" | "email" | "role">
}

/** The new password can be shown, so that it needs no confirmation field. */
export function PasswordForm({ account: { username, email, role } }: PasswordFormProps) {
  const mayHaveTokens = hasRight(role, "tokens.manage")
  const { client, queries } = useApi()
  const { form, outcome, errors, isSending } = useForm({
    loadSchema,
    async send(passwords, form) {
      const changed = await client.accounts.changePassword.mutate(passwords)
      form.reset()
      // The change has ended the other sessions, and a generated password is no more.
      void queries.accounts.invalidate()
      void queries.tokens.invalidate()
      return changed
    },
    successText: (_typed, { revokedTokens }) => texts.done(revokedTokens),
    explain: accountFailure,
  })
  return (
    <form {...form} className="grid max-w-md gap-5">
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      {/* The field tells a password manager whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="currentPassword"
        label={texts.currentPassword}
        error={errors.currentPassword}
        autoComplete="current-password"
      />
      <PasswordField
        name="password"
        label={texts.next}
        help={texts.help}
        error={errors.password ?? errors.confirmPassword}
        autoComplete="new-password"
      />
      {mayHaveTokens && <TokenRevocation username={username} />}
      <BusyButton type="submit" isBusy={isSending} className="btn btn-primary justify-self-start">
        {isSending ? texts.submitting : texts.submit}
      </BusyButton>
    </form>
  )
}

/** Offers to revoke the account's working tokens, also while their number is unknown because the list failed. */
function TokenRevocation({ username }: { username: string }) {
  const { queries } = useApi()
  const { data: tokens, isError } = useQuery(queries.tokens.list.queryOptions())
  const count = tokens?.filter(
    ({ by, state }) => by === username && (state === "active" || state === "suspended"),
  ).length
  if (count === 0 || (count === undefined && !isError)) return null
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 justify-self-start">
      <input type="checkbox" name="revokeTokens" defaultChecked className="size-5 shrink-0 accent-primary" />
      {texts.revokeTokens(count)}
    </label>
  )
}
