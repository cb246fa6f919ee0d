import { Link } from "@tanstack/react-router"
import { projectForm as copy } from "#client/copy/admin-projects.ts"
import type { Failure } from "#client/projects/save-error.ts"
import { Banner } from "#client/ui/banner.tsx"
import { LogInAgain } from "#client/ui/log-in-again.tsx"
import { messages } from "#server/contract/response-messages.ts"

interface SaveBarProps {
  isNew: boolean
  phase: "open" | "sending" | "saving" | "saved"
  failure: (Failure & { signedOut?: boolean }) | undefined
}

/** Stays in sight, with the outcome of the last attempt above the button. */
export function SaveBar({ isNew, phase, failure }: SaveBarProps) {
  const submit = isNew ? copy.submit.create : copy.submit.edit
  const labels = { open: submit, sending: copy.sending, saving: copy.saving, saved: submit }
  return (
    <div
      data-covers="bottom"
      className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-base-300 bg-base-200 px-4 py-3 md:-mx-8 md:px-8"
    >
      {failure && (
        <Banner tone="error" title={failure.title}>
          {failure.text}
        </Banner>
      )}
      {failure?.signedOut && <LogInAgain />}
      {phase === "saved" && (
        <Banner tone="success" title={isNew ? messages.projectCreated : messages.projectUpdated}>
          {isNew ? copy.goingToList : copy.goingToDashboard}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {/* Not `disabled`, or it would lose the focus; the form ignores a second submit. */}
        <button
          type="submit"
          aria-busy={phase === "sending" || phase === "saving"}
          aria-disabled={phase === "saved"}
          className="btn btn-primary max-sm:grow"
        >
          {labels[phase]}
        </button>
        <Link to="/admin/projects" className="btn btn-ghost">
          {copy.cancel}
        </Link>
        <p className="ml-auto text-sm text-base-content/75 max-md:hidden">{copy.shortcut}</p>
      </div>
    </div>
  )
}
