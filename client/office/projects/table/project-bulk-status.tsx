import { Link } from "@tanstack/react-router"
import { BulkStatus } from "#client/office/list/bulk-status.tsx"
import { bulk as texts } from "./texts.ts"
import type { ProjectRun } from "./use-project-changes.ts"

interface ProjectBulkStatusProps {
  run: ProjectRun
  onResume: () => void
  onUndo: () => void
  onDismiss: () => void
}

/** Reports the outcome of a change of projects, and undoes it. */
export function ProjectBulkStatus(props: ProjectBulkStatusProps) {
  return (
    <BulkStatus
      {...props}
      texts={texts}
      doneText={texts.done(props.run.action, props.run.changed)}
      details={<Details {...props.run} />}
    />
  )
}

function Details({ changed, failed }: ProjectRun) {
  return changed === 0 && failed.length === 0 ? <p>{texts.unchanged}</p> : <Failures failed={failed} />
}

function Failures({ failed }: Pick<ProjectRun, "failed">) {
  if (failed.length === 0) return null
  return (
    <div className="mt-1">
      <p>{texts.failed(failed.length)}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {failed.slice(0, texts.failuresShown).map(({ id, name, reason }) => (
          <li key={id}>
            <Link
              to="/admin/project-edit/{-$id}"
              params={{ id: String(id) }}
              className="block min-h-11 content-center leading-5 font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
            <p className="text-sm">{reason}</p>
          </li>
        ))}
        {failed.length > texts.failuresShown && <li>{texts.otherFailures(failed.length)}</li>}
      </ul>
    </div>
  )
}
