import { useMutation, useQuery } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { Banner } from "#client/ui/banner.tsx"
import type { MailPreferences, PreferencesChange } from "#server/contract/accounts.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import { accountFailure } from "./account-failure.ts"
import { account } from "./texts.ts"

const texts = account.mails

const choices = [
  { name: "mailsAssignments", right: "messages.write", ...texts.assignments },
  { name: "mailsDigest", right: "messages.read", ...texts.digest },
] as const satisfies { name: keyof PreferencesChange; right: Right; label: string; help: string }[]

/** The mails that somebody of the office wants; each choice is saved at once. */
export function MailPreferencesPanel() {
  const { queries } = useApi()
  const can = useCan()
  const offered = choices.filter(({ right }) => can(right))
  const preferences = useQuery(queries.accounts.preferences.queryOptions(undefined, { enabled: offered.length > 0 }))
  if (offered.length === 0) return null
  return (
    <Panel title={texts.title}>
      <Loaded
        query={preferences}
        failed={texts.loadFailure}
        skeleton={<div className="skeleton h-28" aria-busy="true" />}
      >
        {(data) => <Choices preferences={data} offered={offered} />}
      </Loaded>
    </Panel>
  )
}

interface ChoicesProps {
  preferences: MailPreferences
  offered: readonly (typeof choices)[number][]
}

function Choices({ preferences, offered }: ChoicesProps) {
  const { client, queries } = useApi()
  const save = useMutation({
    ...mutationOf(client.accounts.changePreferences.mutate),
    onSettled: () => queries.accounts.preferences.invalidate(),
  })
  const pending = save.isPending ? save.variables : undefined
  return (
    <div className="grid gap-4">
      {save.error && <Banner tone="error">{accountFailure(save.error)}</Banner>}
      {!preferences.hasMailServer && <p>{texts.noMailServer}</p>}
      {offered.map(({ name, label, help }) => (
        <label key={name} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="checkbox"
            checked={pending?.[name] ?? preferences[name]}
            onChange={({ target }) => save.mutate({ [name]: target.checked })}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-sm text-base-content/75">{help}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
