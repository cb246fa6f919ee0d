import { useState } from "react"
import { formatDate, formatDateTime } from "#client/app/dates.ts"
import { iconLabels } from "#client/office/content/icon-texts.ts"
import { BeforeAndAfter, ComparedTexts } from "#client/office/editing/before-and-after.tsx"
import { uploadUrl } from "#client/pictures/upload-url.ts"
import type { Difference } from "#server/contract/content/differences.ts"
import type { ContentIcon } from "#server/contract/content/icons.ts"
import { parseKinshasaTime } from "#server/contract/kinshasa-time.ts"

export function ChangedField({ difference: { labels, kind, before, after } }: { difference: Difference }) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const label = labels.join(" › ")
  const pictures = { before: shownPicture(before), after: shownPicture(after) }

  // A picture that ships with the site has a folder in its name, and only the server knows its URL.
  function shownPicture(name: string) {
    const isShown = kind === "picture" && name !== "" && !name.includes("/") && !failed.includes(name)
    return isShown && <Thumbnail name={name} onFailure={() => setFailed([...failed, name])} />
  }

  if (!pictures.before && !pictures.after) {
    return <ComparedTexts label={label} before={toText(kind, before)} after={toText(kind, after)} />
  }
  return (
    <BeforeAndAfter
      label={label}
      before={pictures.before ? <del>{pictures.before}</del> : before}
      after={pictures.after ? <ins>{pictures.after}</ins> : after}
    />
  )
}

/** Formats a date or a moment, and names what an icon shows. */
function toText(kind: Difference["kind"], value: string): string {
  if (value === "") return value
  if (kind === "date") return formatDate(parseKinshasaTime(`${value}T00:00`).toISOString())
  if (kind === "moment") return formatDateTime(parseKinshasaTime(value).toISOString())
  return kind === "choice" && value in iconLabels ? iconLabels[value as ContentIcon] : value
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
