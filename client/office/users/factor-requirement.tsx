import { useMutation, useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { accountFailure } from "#client/office/account/account-failure.ts"
import { FactorSkeleton } from "#client/office/account/factor-skeleton.tsx"
import { factors } from "#client/office/account/factor-texts.ts"
import { account } from "#client/office/account/texts.ts"
import { useFactorProof } from "#client/office/account/use-factor-proof.tsx"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { Role } from "#server/contract/domains/roles.ts"
import { type FactorRequirement, OFFICE_ROLES } from "#server/contract/factors.ts"

const texts = factors.requirement

/** Switches by which those who manage users make a second factor mandatory for roles of the office. */
export function FactorRequirementSwitches() {
  const { client, queries } = useApi()
  const requirement = useQuery(queries.factors.requirement.queryOptions())
  const { withProof, dialog } = useFactorProof()
  const roles = requirement.data?.roles
  const change = useMutation({
    mutationFn: (role: Role) =>
      withProof((proof) => client.factors.setRequirement.mutate({ ...toggled(roles, role), proof })),
    onSuccess: (_nothing, role) => queries.factors.requirement.setData(undefined, toggled(roles, role)),
    onSettled: () => queries.users.invalidate(),
  })
  const changed = change.isSuccess ? change.variables : undefined
  return (
    <Panel title={texts.title}>
      <div className="grid max-w-xl grid-cols-1 gap-3">
        {change.isError && <Banner tone="error">{accountFailure(change.error)}</Banner>}
        {changed && (
          <Banner tone="success">
            {roles?.includes(changed) ? texts.on(account.roles[changed]) : texts.off(account.roles[changed])}
          </Banner>
        )}
        <Loaded query={requirement} failed={factors.loadFailure} skeleton={<FactorSkeleton />}>
          {({ roles }) => (
            <fieldset className="grid min-w-0 grid-cols-1 gap-2 wrap-anywhere">
              <legend className="mb-2">{texts.lead}</legend>
              {OFFICE_ROLES.map((role) => (
                <BusyButton
                  key={role}
                  isBusy={change.isPending && change.variables === role}
                  role="switch"
                  aria-checked={roles.includes(role)}
                  className="justify-self-start text-left font-semibold before:shrink-0 before:text-primary"
                  onClick={() => change.mutate(role)}
                >
                  {account.roles[role]}
                </BusyButton>
              ))}
            </fieldset>
          )}
        </Loaded>
        <p className="text-base-content/75">{texts.text}</p>
      </div>
      {dialog}
    </Panel>
  )
}

function toggled(roles: readonly Role[] = [], role: Role): FactorRequirement {
  return { roles: roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role] }
}
