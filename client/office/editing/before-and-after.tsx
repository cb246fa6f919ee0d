import type { ReactNode } from "react"
import { compareWords, type Piece } from "./compare-words.ts"
import { editing } from "./texts.ts"

const texts = editing.comparison

interface Sides {
  before: string
  after: string
}

interface BeforeAndAfterProps {
  label: string
  /** The labels of the two sides. */
  sides?: Sides
  /** It is the empty string if there is nothing to show. */
  before: ReactNode
  after: ReactNode
}

/** Shows two versions side by side, or one below the other on phones. */
export function BeforeAndAfter({ label, sides = texts, before, after }: BeforeAndAfterProps) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-base wrap-anywhere">{label}</h3>
      <dl className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Side label={sides.before}>{before}</Side>
        <Side label={sides.after}>{after}</Side>
      </dl>
    </section>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-field border border-base-300 p-3">
      <dt className="mb-1 text-sm font-semibold text-base-content/75">{label}</dt>
      <dd className="whitespace-pre-wrap wrap-anywhere">
        {children === "" ? <span className="text-base-content/75">{texts.empty}</span> : children}
      </dd>
    </div>
  )
}

/** Compares two texts and marks the words in which they differ. */
export function ComparedTexts({ before, after, ...props }: BeforeAndAfterProps & Sides) {
  const compared = compareWords(before, after)
  return (
    <BeforeAndAfter
      {...props}
      before={before && <Pieces tag="del" pieces={compared.before} />}
      after={after && <Pieces tag="ins" pieces={compared.after} />}
    />
  )
}

const marks = {
  del: "bg-error/10 text-error line-through decoration-1",
  ins: "bg-success/10 text-success underline decoration-2 underline-offset-4",
} as const

function Pieces({ tag: Tag, pieces }: { tag: keyof typeof marks; pieces: readonly Piece[] }) {
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

/** Marks each line break, which would be invisible if it was added or removed. */
function showLineBreaks(text: string): string {
  return text.replaceAll("\n", "↵\n")
}
