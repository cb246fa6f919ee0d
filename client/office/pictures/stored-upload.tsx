import { useMutation } from "@tanstack/react-query"
import { mutationOf, useApi } from "#client/app/api.ts"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { UploadedPicture } from "#server/contract/content/pictures.ts"
import { AltForm } from "./alt-form.tsx"
import { LibraryThumbnail, PictureThumbnail } from "./picture-thumbnail.tsx"
import { chooser, library, pictureUploads as texts } from "./texts.ts"

interface StoredUploadProps {
  picture: UploadedPicture
  onDecided: (picture: UploadedPicture) => void
  onUse?: ((name: string) => void) | undefined
}

/** Asks whether to keep a picture that looks like others, or else for its alternative text. */
export function StoredUpload({ picture, onDecided, onUse }: StoredUploadProps) {
  const { name, isKnown, twins } = picture
  return (
    <div className="grid grid-cols-[min(5rem,25%)_minmax(0,1fr)] items-start gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <PictureThumbnail name={name} />
      {twins.length > 0 ? (
        <TwinChoice picture={picture} onDecided={onDecided} />
      ) : (
        <div className="grid gap-2">
          <p className="text-sm text-base-content/75">{isKnown ? texts.known : texts.stored}</p>
          <AltForm name={name} />
          {onUse && (
            <button type="button" className="btn btn-primary justify-self-start" onClick={() => onUse(name)}>
              {chooser.use}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function TwinChoice({ picture, onDecided }: Pick<StoredUploadProps, "picture" | "onDecided">) {
  const { client, queries } = useApi()
  const { name, twins } = picture
  const [nearest] = twins
  const refresh = () => queries.pictures.search.invalidate()
  const keep = useMutation({
    ...mutationOf(client.pictures.keep.mutate),
    async onSuccess() {
      onDecided({ ...picture, twins: [] })
      await refresh()
    },
  })
  const drop = useMutation({
    ...mutationOf(client.pictures.drop.mutate),
    async onSuccess() {
      onDecided({ ...picture, name: nearest?.name ?? name, isKnown: true, twins: [] })
      await refresh()
    },
  })
  const isBusy = keep.isPending || drop.isPending
  return (
    <div className="grid gap-3">
      <p className="font-medium">{texts.twins(twins.length)}</p>
      <ul className="flex flex-wrap gap-3">
        {twins.map((twin) => (
          <li key={twin.name} className="grid w-36 gap-1 text-sm">
            <LibraryThumbnail picture={{ ...twin.picture, alt: "" }} />
            <span className="line-clamp-2 wrap-anywhere">{library.nameOf(twin)}</span>
          </li>
        ))}
      </ul>
      {(keep.isError || drop.isError) && <Banner tone="error">{texts.failed}</Banner>}
      <div className="flex flex-wrap gap-2">
        <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => drop.mutate(name)}>
          {texts.useExisting(twins.length)}
        </BusyButton>
        <BusyButton isBusy={isBusy} className="btn btn-outline" onClick={() => keep.mutate(name)}>
          {texts.keep(twins.length)}
        </BusyButton>
      </div>
    </div>
  )
}
