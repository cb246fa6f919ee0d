import { useState } from "react"
import { projectTable } from "#client/copy/admin-projects.ts"
import { uploadUrl } from "#client/photos/upload-url.ts"
import { Icon } from "#client/ui/icon.tsx"

interface UploadedThumbnailProps {
  /** A stored picture's name; undefined where there is none. */
  name: string | undefined
  className: string
}

/**
 * A small view beside words that say what it shows: from /uploads/, else from the bare name (specification §3), for
 * rows imported from elsewhere.
 */
export function UploadedThumbnail({ name, className }: UploadedThumbnailProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const source = name && [uploadUrl(name), name].find((address) => !failed.includes(address))
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
      className={shape}
      onError={() => setFailed([...failed, source])}
    />
  )
}
