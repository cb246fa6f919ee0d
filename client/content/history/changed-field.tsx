import { type ReactNode, useState } from "react"
import { historyCopy } from "#client/copy/admin-history.ts"
import { iconLabels } from "#client/copy/admin-icons.ts"
import { formatDate, formatDateTime } from "#client/copy/dates.ts"
import { uploadUrl } from "#client/photos/upload-url.ts"
import type { Difference } from "#server/contract/content/differences.ts"
import type { ContentIcon } from "#server/contract/content/icons.ts"
import { momentOf } from "#server/contract/kinshasa-time.ts"
import { compareWords, type Piece } from "./compare-words.ts"

const copy = historyCopy.comparison

/** Side by side, on a phone one under the other. */
export function ChangedField({ difference: { labels, kind, before, after } }: { difference: Difference }) {
  const compared = compareWords(toText(kind, before), toText(kind, after))
  const isPicture = kind === "picture"
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-base wrap-anywhere">{labels.join(" › ")}</h3>
      <dl className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Side label={copy.before}>
          <Pieces tag="del" pieces={compared.before} picture={isPicture ? before : ""} />
        </Side>
        <Side label={copy.after}>
          <Pieces tag="ins" pieces={compared.after} picture={isPicture ? after : ""} />
        </Side>
      </dl>
    </section>
  )
}

/** As people read it: dates, and what icons show. */
function toText(kind: Difference["kind"], value: string): string {
  if (value === "") return value
  if (kind === "date") return formatDate(momentOf(`${value}T00:00`).toISOString())
  if (kind === "moment") return formatDateTime(momentOf(value).toISOString())
  return kind === "choice" && value in iconLabels ? iconLabels[value as ContentIcon] : value
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-field border border-base-300 p-3">
      <dt className="mb-1 text-sm font-semibold text-base-content/75">{label}</dt>
      <dd className="whitespace-pre-wrap wrap-anywhere">{children}</dd>
    </div>
  )
}

const marks = {
  del: "bg-error/10 text-error line-through decoration-1",
  ins: "bg-success/10 text-success underline decoration-2 underline-offset-4",
} as const

interface PiecesProps {
  tag: keyof typeof marks
  pieces: readonly Piece[]
  /** Its name; empty where the field holds no picture. */
  picture: string
}

function Pieces({ tag: Tag, pieces, picture }: PiecesProps) {
  const [failed, setFailed] = useState<string>()
  if (pieces.length === 0) return <span className="text-base-content/75">{copy.empty}</span>
  // Photos that ship with the site have a folder in their name; their URLs are known to the server alone.
  if (picture && !picture.includes("/") && picture !== failed) {
    return (
      <Tag>
        <Thumbnail name={picture} onFailure={() => setFailed(picture)} />
      </Tag>
    )
  }
  return pieces.map(({ text, isChanged }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity
    if (!isChanged) return <span key={index}>{text}</span>
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity
      <Tag key={index} className={`rounded-xs ${marks[Tag]}`}>
        {showLineBreaks(text)}
      </Tag>
    )
  })
}

/** A line break that was removed or added would be invisible. */
function showLineBreaks(text: string): string {
  return text.replaceAll("\n", "↵\n")
}

function Thumbnail({ name, onFailure }: { name: string; onFailure: () => void }) {
  return (
    <img
      src={uploadUrl(name, 320)}
      alt={name}
      width={320}
      height={213}
      loading="lazy"
      decoding="async"
      className="aspect-3/2 w-40 max-w-full rounded-field bg-base-300 object-cover"
      onError={onFailure}
    />
  )
}
