import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDate } from "#client/app/dates.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { FEW_RECOVERY_CODES } from "#server/contract/factors.ts"
import { accountFailure } from "./account-failure.ts"
import { FactorSkeleton } from "./factor-skeleton.tsx"
import { factors } from "./factor-texts.ts"
import { OneTimeCodesSetup } from "./one-time-codes-setup.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { useFactorProof } from "./use-factor-proof.tsx"

const texts = factors.codes

export function OneTimeCodesPanel() {
  const { queries } = useApi()
  const own = useQuery(queries.factors.own.queryOptions())
  const [isOff, setIsOff] = useState(false)
  /** The set-up stays open after codes are turned on, since it ends with recovery codes that are shown only once. */
  const [isSettingUp, setIsSettingUp] = useState(false)
  const refresh = () => queries.factors.invalidate()
  return (
    <Panel title={texts.title}>
      <div className="grid max-w-xl gap-4">
        {isOff && <StatusMessage tone="success">{texts.turningOff.done}</StatusMessage>}
        <p>{texts.text}</p>
        <Loaded query={own} failed={factors.loadFailure} skeleton={<FactorSkeleton />}>
          {(data) =>
            data.codesSince && !isSettingUp ? (
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
            ) : (
              <OneTimeCodesSetup
                onStart={() => setIsSettingUp(true)}
                onDone={() => {
                  setIsSettingUp(false)
                  setIsOff(false)
                  return refresh()
                }}
              />
            )
          }
        </Loaded>
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
        <p>{texts.on(formatDate(since))}</p>
        <p className={left < FEW_RECOVERY_CODES ? "font-semibold text-error" : "text-base-content/75"}>
          {texts.left(left)} {left < FEW_RECOVERY_CODES && texts.few}
        </p>
        {hasShort && <p className="font-semibold text-error">{texts.short}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline btn-primary" onClick={() => setPendingAction("renewal")}>
          {texts.renew}
        </button>
        {!mustStay && (
          <button type="button" className="btn btn-outline btn-error" onClick={() => setPendingAction("turningOff")}>
            {texts.turnOff}
          </button>
        )}
      </div>
      {mustStay && <p className="text-base-content/75">{texts.required}</p>}
      {pendingAction && (
        <ConfirmDialog
          question={texts[pendingAction].question}
          detail={texts[pendingAction].detail(isRequired)}
          confirm={texts[pendingAction].confirm}
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
