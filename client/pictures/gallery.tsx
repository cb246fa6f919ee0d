import { useState } from "react"
import type { GalleryPhoto } from "#server/contract/content/public.ts"
import { Lightbox } from "./lightbox.tsx"
import { PhotoGrid } from "./photo-grid.tsx"
import { contentSource } from "./picture.tsx"

interface GalleryProps {
  photos: readonly GalleryPhoto[]
}

export function Gallery({ photos }: GalleryProps) {
  const [open, setOpen] = useState<number>()
  const pictures = photos.map(({ photo, caption }) => ({ ...contentSource(photo), caption }))
  return (
    <>
      <PhotoGrid pictures={pictures} onOpen={setOpen} />
      <Lightbox pictures={pictures} index={open} onTurn={setOpen} onClose={() => setOpen(undefined)} />
    </>
  )
}
