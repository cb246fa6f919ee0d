import { useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { focusAttributes } from "#client/pictures/picture.tsx"
import { uploadUrl } from "#client/pictures/upload-url.ts"
import type { FocalPoint } from "#server/contract/project-drafts.ts"
import { projectTable } from "./texts.ts"

interface UploadedThumbnailProps {
  /** The name of the stored image; undefined if the project has none. */
  name: string | undefined
  focus?: FocalPoint | null | undefined
  className: string
}

/** Loads the picture from /uploads/, or else by its bare name, as imported projects have it. */
export function UploadedThumbnail({ name, focus, className }: UploadedThumbnailProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const source = name && [uploadUrl(name), name].find((url) => !failed.includes(url))
  const shape = `${className} shrink-0 rounded-field bg-base-300 object-cover`
  if (!source) {
    return (
      <span title={projectTable.noPicture} className={`${shape} grid place-content-center text-base-content/60`}>
        <Icon name="building" className="size-6" />
      </span>
    )
  }
  return (
    <img
      key={source}
      src={source}
      srcSet={source === uploadUrl(name) ? uploadUrl(name, 320) : undefined}
      alt=""
      width={96}
      height={64}
      loading="lazy"
      decoding="async"
      draggable={false}
      {...focusAttributes(focus)}
      className={shape}
      onError={() => setFailed([...failed, source])}
    />
  )
}
