import { type ReactNode, useRef, useState } from "react"
import { loadingFailure } from "#client/app/failures.ts"
import { useForm } from "#client/app/use-form.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatAmount } from "#client/office/french/pluralize.ts"
import { FollowUpBadge } from "#client/office/inbox/message-state-badge.tsx"
import { Panel } from "#client/office/ui/panel.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { OUTCOME_LABELS } from "#server/contract/message-states.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { FollowUpFields } from "./follow-up-fields.tsx"
import { OutcomeDialog } from "./outcome-dialog.tsx"
import { followUpTexts, outcomeTexts, requestActions } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

interface FollowUpProps {
  message: MessageDetails
  changes: RequestChanges
}

/** Shows when to write to the sender again, and what became of the request. */
export function FollowUpPanel({ message, changes }: FollowUpProps) {
  const [opened, setOpened] = useState<"followUp" | "outcome">()
  const { followUp, outcome, deletedAt } = message
  const canChange = useCan()("messages.write") && deletedAt === null
  if (!canChange && !followUp && !outcome) return null
  const close = () => setOpened(undefined)
  return (
    <Panel title={followUpTexts.title}>
      <div className="grid gap-5">
        <Fact label={followUpTexts.label} none={followUpTexts.none}>
          {followUp && (
            <>
              <FollowUpBadge followUp={followUp} />
              {followUp.note && <p className="mt-1.5 wrap-anywhere">{followUp.note}</p>}
            </>
          )}
        </Fact>
        {canChange && (
          <div className="-mt-2 flex flex-wrap gap-2">
            {followUp && (
              <BusyButton
                isBusy={changes.isBusy}
                className="btn btn-primary"
                onClick={() => changes.change({ kind: "followUp", followUp: null })}
              >
                <Icon name="check" />
                {followUpTexts.finish}
              </BusyButton>
            )}
            <button type="button" className="btn btn-outline btn-primary" onClick={() => setOpened("followUp")}>
              {followUp ? followUpTexts.change : requestActions.followUp}
            </button>
          </div>
        )}
        <Fact label={outcomeTexts.label} none={outcomeTexts.none}>
          {outcome && (
            <>
              <p className="font-semibold">
                {OUTCOME_LABELS[outcome.result]}
                {outcome.amount !== null && ` · ${formatAmount(outcome.amount)}`}
              </p>
              {outcome.reason && <p className="mt-1 wrap-anywhere">{outcome.reason}</p>}
            </>
          )}
        </Fact>
        {canChange && (
          <div className="-mt-2">
            <button type="button" className="btn btn-outline btn-primary" onClick={() => setOpened("outcome")}>
              {outcome ? outcomeTexts.change : outcomeTexts.add}
            </button>
          </div>
        )}
      </div>
      {opened === "followUp" && <FollowUpDialog message={message} changes={changes} onClose={close} />}
      {opened === "outcome" && <OutcomeDialog outcome={outcome} changes={changes} onClose={close} />}
    </Panel>
  )
}

function Fact({ label, none, children }: { label: string; none: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-sans text-sm font-normal text-base-content/75">{label}</h3>
      {children || <p>{none}</p>}
    </div>
  )
}

interface DialogProps extends FollowUpProps {
  onClose: () => void
}

/** Chooses the day on which to write to the sender again. */
export function FollowUpDialog({ message: { followUp }, changes, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm({
    loadSchema: async () => (await import("#server/contract/follow-up.ts")).UpcomingFollowUp,
    async send(typed) {
      await changes.perform({ kind: "followUp", followUp: typed })
      onClose()
    },
    explain: (error) => loadingFailure(requestActions.failed, error),
  })
  return (
    <ModalFrame ref={dialog} title={followUpTexts.dialog} onClose={onClose}>
      <form {...form.form} className="mt-4 grid gap-4">
        {form.outcome && <Banner tone="error">{form.outcome.text}</Banner>}
        <FollowUpFields
          defaults={followUp ?? undefined}
          errors={form.errors}
          isBusy={form.isSending}
          submit={followUpTexts.submit}
          dialog={dialog}
        />
      </form>
    </ModalFrame>
  )
}
