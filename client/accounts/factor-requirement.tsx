import { useMutation, useQuery } from "@tanstack/react-query"
import { useApi } from "#client/api.ts"
import { factors } from "#client/copy/admin-factors.ts"
import { loadingFailure } from "#client/failures.ts"
import { useReauthentication } from "#client/reauthentication/use-reauthentication.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { accountFailure } from "./account-failure.ts"
import { FactorSkeleton } from "./factor-skeleton.tsx"

const copy = factors.requirement

/** Switch by which those who manage users make a second factor mandatory for administrators. */
export function FactorRequirementSwitch() {
  const { client, queries } = useApi()
  const requirement = useQuery(queries.factors.requirement.queryOptions())
  const { withReauthentication, dialog } = useReauthentication()
  const change = useMutation({
    mutationFn: (required: boolean) => withReauthentication(() => client.factors.setRequirement.mutate({ required })),
    onSuccess: (_nothing, required) => queries.factors.requirement.setData(undefined, { required }),
  })
  const failure = useLoadError(requirement)
  const { data } = requirement
  return (
    <Panel title={copy.title}>
      <div className="grid max-w-xl gap-3">
        {failure && (
          <LoadFailure text={loadingFailure(factors.loadFailure, failure)} onRetry={() => requirement.refetch()} />
        )}
        {change.isError && <Banner tone="error">{accountFailure(change.error)}</Banner>}
        {change.isSuccess && <Banner tone="success">{change.variables ? copy.on : copy.off}</Banner>}
        {!data && !failure && <FactorSkeleton />}
        {data && (
          <BusyButton
            isBusy={change.isPending}
            role="switch"
            aria-checked={data.required}
            className="text-left font-semibold before:shrink-0 before:text-primary"
            onClick={() => change.mutate(!data.required)}
          >
            {copy.label}
          </BusyButton>
        )}
        {!failure && <p className="text-base-content/75">{copy.text}</p>}
      </div>
      {dialog}
    </Panel>
  )
}
