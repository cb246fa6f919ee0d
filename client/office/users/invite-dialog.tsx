import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import * as z from "zod/mini"
import { type createClient, useApi } from "#client/app/api.ts"
import { isCode } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { reauthenticatedFailure } from "#client/office/account/account-failure.ts"
import { account } from "#client/office/account/texts.ts"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { Field } from "#client/ui/field.tsx"
import { ROLES, type Role } from "#server/contract/domains/roles.ts"
import { NewInvitation, type User } from "#server/contract/users.ts"
import { IssuedInvitationPanel } from "./issued-invitation.tsx"
import { roleDuties, invitationsTexts as texts, usersTexts as users } from "./texts.ts"

/** An empty field stands for an invitation without an e-mail address. */
const TypedInvitation = z.pipe(
  z.transform(({ email, ...typed }: Record<string, unknown>) => (email ? { ...typed, email } : typed)),
  NewInvitation,
)

/** The role with the fewest rights that can open the back office. */
const DEFAULT_ROLE: Role = "reader"

interface InviteDialogProps {
  /** The address that the field begins with. */
  email: string
  onReturn: (user: User, action: UserReturn) => void
  onClose: () => void
}

/** Asks for a role and perhaps an e-mail address, then shows the link. */
export function InviteDialog({ email, onReturn, onClose }: InviteDialogProps) {
  const { client, queries } = useApi()
  /** Who already has an account that only has to be restored or enabled. */
  const [known, setKnown] = useState<User>()
  const { data: pending } = useQuery(queries.users.invitations.queryOptions())
  const { form, result, outcome, errors, isSending } = useForm({
    loadSchema: async () => TypedInvitation,
    async send(invitation) {
      setKnown(undefined)
      const issued = await client.users.invite.mutate(invitation).catch(async (error) => {
        if (isCode(error, "conflict")) setKnown(await findFormer(client, invitation.email))
        throw error
      })
      await queries.users.invalidate()
      return issued
    },
    explain: reauthenticatedFailure,
  })
  return (
    <ModalDialog title={texts.title} isSmall onClose={onClose}>
      {result ? (
        <IssuedInvitationPanel invitation={result} onClose={onClose} />
      ) : (
        <form {...form} className="grid grid-cols-1 gap-5">
          {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
          <RoleChoice />
          <Field
            name="email"
            label={texts.email}
            mark={texts.optional}
            help={pending?.hasMailServer === false ? texts.emailHelpWithoutMail : texts.emailHelp}
            error={errors.email}
          >
            {(control) => (
              <input
                {...control}
                type="email"
                inputMode="email"
                autoComplete="off"
                defaultValue={email}
                className="input w-full"
              />
            )}
          </Field>
          {known && (
            <button
              type="button"
              className="btn btn-outline btn-primary -mt-2 justify-self-start"
              onClick={() => onReturn(known, returnOf(known))}
            >
              {users.actions[returnOf(known)]}
              <span className="sr-only">{users.of(known.username)}</span>
            </button>
          )}
          <div className="sticky bottom-0 -mx-4 -mb-4 grid grid-cols-1 border-t border-base-300 bg-base-100 px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
            <BusyButton type="submit" isBusy={isSending} className="btn btn-primary justify-self-end max-sm:w-full">
              {isSending ? texts.submitting : texts.submit}
            </BusyButton>
          </div>
        </form>
      )}
    </ModalDialog>
  )
}

type UserReturn = "restore" | "enable"

function returnOf({ state }: User): UserReturn {
  return state === "deleted" ? "restore" : "enable"
}

/** Finds the deleted or disabled account of an address. */
async function findFormer({ users }: ReturnType<typeof createClient>, email = ""): Promise<User | undefined> {
  for (const state of ["deleted", "disabled"] as const) {
    const found = await users.search.query({ search: email, state, page: 1 }).catch(() => undefined)
    const user = found?.users.find((one) => one.email.toLowerCase() === email.toLowerCase())
    if (user) return user
  }
  return undefined
}

function RoleChoice() {
  return (
    <fieldset className="min-w-0 wrap-anywhere">
      <legend className="mb-1.5 font-semibold">{texts.role}</legend>
      <div className="divide-y divide-base-300 rounded-box border border-base-300">
        {ROLES.map((role) => (
          <label key={role} className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5">
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === DEFAULT_ROLE}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span className="min-w-0">
              <span className="font-semibold">{account.roles[role]}</span>
              <span className="block text-sm text-base-content/80">{roleDuties[role]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
