import { site } from "#client/copy/site.ts"

const LONG = 600
const SHOWN = 450

/** A long description opens on demand, by the browser's own means: without JavaScript too. */
export function ProjectDescription({ text }: { text: string }) {
  if (text.length <= LONG) return <p className={words}>{text}</p>
  const end = Math.max(text.lastIndexOf(" ", SHOWN), SHOWN / 2)
  return (
    <div>
      <p className={words}>{`${text.slice(0, end).trimEnd()}…`}</p>
      <details className="group/rest">
        <summary className="link-inline inline-flex min-h-11 cursor-pointer items-center">
          <span className="group-open/rest:hidden">{site.projects.readOn}</span>
          <span className="hidden group-open/rest:inline">{site.projects.fold}</span>
        </summary>
        <p className={words}>{`…${text.slice(end)}`}</p>
      </details>
    </div>
  )
}

const words = "text-base-content/85 whitespace-pre-line"
