import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/api.ts"
import { factors } from "#client/copy/admin-factors.ts"
import { formatDate } from "#client/copy/dates.ts"
import { loadingFailure } from "#client/failures.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { Panel } from "#client/ui/panel.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import { FEW_RECOVERY_CODES } from "#server/contract/factors.ts"
import { accountFailure } from "./account-failure.ts"
import { FactorSkeleton } from "./factor-skeleton.tsx"
import { OneTimeCodesSetup } from "./one-time-codes-setup.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { useFactorProof } from "./use-factor-proof.tsx"

const copy = factors.codes

export function OneTimeCodesPanel() {
  const { queries } = useApi()
  const own = useQuery(queries.factors.own.queryOptions())
  const failure = useLoadError(own)
  const { data } = own
  const [isOff, setIsOff] = useState(false)
  /** The set-up stays open after codes are turned on, since it ends with recovery codes that are shown only once. */
  const [isSettingUp, setIsSettingUp] = useState(false)
  const refresh = () => queries.factors.invalidate()
  return (
    <Panel title={copy.title}>
      <div className="grid max-w-xl gap-4">
        {isOff && <StatusMessage tone="success">{copy.turningOff.done}</StatusMessage>}
        <p>{copy.text}</p>
        {failure && <LoadFailure text={loadingFailure(factors.loadFailure, failure)} onRetry={() => own.refetch()} />}
        {!data && !failure && <FactorSkeleton />}
        {data && (isSettingUp || !data.codesSince) && (
          <OneTimeCodesSetup
            onStart={() => setIsSettingUp(true)}
            onDone={() => {
              setIsSettingUp(false)
              setIsOff(false)
              return refresh()
            }}
          />
        )}
        {data?.codesSince && !isSettingUp && (
          <CodesInUse
            since={data.codesSince}
            left={data.recoveryCodesLeft}
            hasShort={data.hasShortRecoveryCodes}
            isRequired={data.isRequired}
            isLast={data.passkeys.length === 0}
            onChange={refresh}
            onOff={async () => {
              await refresh()
              // The message takes the focus, which nothing outside of the dialog can have while that is open.
              setIsOff(true)
            }}
          />
        )}
      </div>
    </Panel>
  )
}

interface CodesInUseProps {
  since: string
  left: number
  hasShort: boolean
  /** Whether the account's role needs a factor. */
  isRequired: boolean
  /** Whether the account has no passkey. */
  isLast: boolean
  onChange: () => void
  onOff: () => void
}

function CodesInUse({ since, left, hasShort, isRequired, isLast, onChange, onOff }: CodesInUseProps) {
  const { client } = useApi()
  const [pendingAction, setPendingAction] = useState<"renewal" | "turningOff">()
  const { withProof, dialog } = useFactorProof()
  const close = () => setPendingAction(undefined)
  const renew = useMutation({
    mutationFn: () => withProof((proof) => client.factors.renewRecoveryCodes.mutate({ proof })),
    onSuccess: close,
  })
  const turnOff = useMutation({
    mutationFn: () => withProof((proof) => client.factors.turnOffCodes.mutate({ proof })),
    onSuccess: onOff,
  })
  const mustStay = isRequired && isLast
  const action = pendingAction === "renewal" ? renew : turnOff

  if (renew.data) {
    return (
      <RecoveryCodes
        codes={renew.data.recoveryCodes}
        onDone={() => {
          renew.reset()
          onChange()
        }}
      />
    )
  }
  return (
    <>
      <div>
        <p>{copy.on(formatDate(since))}</p>
        <p className={left < FEW_RECOVERY_CODES ? "font-semibold text-error" : "text-base-content/75"}>
          {copy.left(left)} {left < FEW_RECOVERY_CODES && copy.few}
        </p>
        {hasShort && <p className="font-semibold text-error">{copy.short}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline btn-primary" onClick={() => setPendingAction("renewal")}>
          {copy.renew}
        </button>
        {!mustStay && (
          <button type="button" className="btn btn-outline btn-error" onClick={() => setPendingAction("turningOff")}>
            {copy.turnOff}
          </button>
        )}
      </div>
      {mustStay && <p className="text-base-content/75">{copy.required}</p>}
      {pendingAction && (
        <ConfirmDialog
          question={copy[pendingAction].question}
          detail={copy[pendingAction].detail(isRequired)}
          confirm={copy[pendingAction].confirm}
          isBusy={action.isPending}
          failure={action.isError ? accountFailure(action.error) : undefined}
          onConfirm={() => action.mutate()}
          onCancel={close}
        />
      )}
      {dialog}
    </>
  )
}
