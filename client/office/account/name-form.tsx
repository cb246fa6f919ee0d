import { useForm } from "#client/app/use-form.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { InputField } from "#client/ui/field.tsx"
import type { NameChange } from "#server/contract/accounts.ts"
import { accountFailure } from "./account-failure.ts"
import { account } from "./texts.ts"

const texts = account.name

interface NameFormProps {
  fullName: string | null | undefined
  username: string
  save: (change: NameChange) => Promise<unknown>
}

/** The name that people see; without one they see the username. */
export function NameForm({ fullName, username, save }: NameFormProps) {
  const { form, outcome, errors, isSending } = useForm({
    loadSchema: async () => (await import("#server/contract/accounts.ts")).NameChange,
    send: save,
    successText: texts.done,
    explain: accountFailure,
  })
  return (
    <form {...form} className="grid max-w-md gap-5">
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      <InputField
        name="fullName"
        label={texts.label}
        help={texts.help(username)}
        error={errors.fullName}
        required={false}
        autoComplete="name"
        defaultValue={fullName ?? ""}
      />
      <BusyButton type="submit" isBusy={isSending} className="btn btn-primary justify-self-start">
        {isSending ? texts.submitting : texts.submit}
      </BusyButton>
    </form>
  )
}
