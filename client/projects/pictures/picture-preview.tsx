import { useState } from "react"
import { Icon } from "#client/icons/icon.tsx"

/** A selected file, or an alert icon where the browser cannot show it. */
export function PicturePreview({ source }: { source: string }) {
  const [failed, setFailed] = useState(false)
  const shape = "aspect-3/2 w-full rounded-field bg-base-300"
  if (failed) {
    return (
      <span className={`${shape} grid content-end justify-center pb-1 text-error`}>
        <Icon name="alert" className="size-7" />
      </span>
    )
  }
  return (
    <img src={source} alt="" draggable={false} className={`${shape} object-cover`} onError={() => setFailed(true)} />
  )
}
