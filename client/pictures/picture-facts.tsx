import type { ReactNode } from "react"
import { pictureDetails as copy } from "#client/copy/admin-pictures.ts"
import { formatDate } from "#client/copy/dates.ts"
import type { PictureDetails } from "#server/contract/content/pictures.ts"
import { PictureUses } from "./picture-uses.tsx"

/** Size, weights and uses of a picture. */
export function PictureFacts({ details }: { details: PictureDetails }) {
  const { name, fileName, picture, bytes, createdAt, variants, uses } = details
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact label={copy.fileName}>{fileName ?? name}</Fact>
        <Fact label={copy.size}>{copy.pixels(picture)}</Fact>
        <Fact label={copy.weight}>{copy.bytes(bytes)}</Fact>
        {createdAt && <Fact label={copy.addedOn}>{formatDate(createdAt)}</Fact>}
      </dl>
      <div>
        <h3 className="mb-1 text-base">{copy.uses}</h3>
        <PictureUses uses={uses} />
      </div>
      <div>
        <h3 className="mb-1 text-base">{copy.variants}</h3>
        {variants.length === 0 && <p className="text-base-content/75">{copy.noVariants}</p>}
        <dl className="grid grid-cols-[auto_auto] justify-start gap-x-6 gap-y-1 text-sm tabular-nums">
          {variants.map((variant) => (
            <Fact key={`${variant.width} ${variant.format}`} label={copy.variant(variant)}>
              {copy.bytes(variant.bytes)}
            </Fact>
          ))}
        </dl>
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-base-content/75">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
