import { useBlocker } from "@tanstack/react-router"
import { leaving as texts } from "#client/office/ui/texts.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"

/** Asks before a link, the back button or the log-out discards unsaved changes; on a reload the browser asks. */
export function LeaveGuard({ isUnsaved, detail = texts.detail }: { isUnsaved: () => boolean; detail?: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== "blocked") return null
  return (
    <ConfirmDialog
      question={texts.question}
      detail={detail}
      confirm={texts.leave}
      cancel={texts.stay}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    />
  )
}
