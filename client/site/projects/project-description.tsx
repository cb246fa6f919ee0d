import { site } from "#client/site/frame/texts.ts"
import { cutText } from "#server/contract/cut-text.ts"

const LONG = 600
const SHOWN = 450

/** Folds a long text into <details>, which works without JavaScript. */
export function ProjectDescription({ text }: { text: string }) {
  if (text.length <= LONG) return <p className={textClass}>{text}</p>
  const end = cutText(text, Math.max(text.lastIndexOf(" ", SHOWN), SHOWN / 2)).length
  return (
    <div>
      <p className={textClass}>{`${text.slice(0, end).trimEnd()}…`}</p>
      <details className="group/more relative z-10">
        <summary className="link-inline inline-flex min-h-11 cursor-pointer items-center">
          <span className="group-open/more:hidden">{site.projects.expand}</span>
          <span className="hidden group-open/more:inline">{site.projects.collapse}</span>
        </summary>
        <p className={textClass}>{`…${text.slice(end)}`}</p>
      </details>
    </div>
  )
}

const textClass = "text-base-content/85 whitespace-pre-line"
