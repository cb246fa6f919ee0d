import { useQuery } from "@tanstack/react-query"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { contentSource, Picture } from "#client/pictures/picture.tsx"
import type { ContentPicture } from "#server/contract/content/public.ts"

const SHAPE = "aspect-3/2 w-full rounded-field bg-base-300 object-cover"

/** Shows a picture by its name, whether it is stored or ships with the site. */
export function PictureThumbnail({ name }: { name: string }) {
  const { queries } = useApi()
  const { data: picture } = useQuery({ ...queries.pictures.find.queryOptions(name), enabled: name !== "" })
  if (!picture) {
    return (
      <span className={`${SHAPE} grid place-content-center text-base-content/60`}>
        <Icon name="addImage" className="size-6" />
      </span>
    )
  }
  return <LibraryThumbnail picture={picture} />
}

export function LibraryThumbnail({ picture }: { picture: ContentPicture }) {
  return <Picture source={contentSource(picture)} sizes="(min-width: 48rem) 14rem, 45vw" className={SHAPE} />
}
