import { useId } from "react"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { ALT_MAX } from "#server/contract/project-drafts.ts"
import type { Description, ProjectPicture } from "./project-pictures.ts"

interface DescriptionProps {
  picture: ProjectPicture
  position: number
  onDescribe: (description: Description) => void
}

export function AltText({
  picture: { alt, decorative },
  position,
  projectName,
  onDescribe,
}: DescriptionProps & { projectName: string }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="text-sm font-semibold">
        {texts.alt(position)}
      </label>
      <input
        id={id}
        value={decorative ? "" : (alt ?? projectName)}
        placeholder={texts.altExample}
        disabled={decorative}
        maxLength={ALT_MAX}
        autoComplete="off"
        className="input w-full"
        onChange={({ target }) => onDescribe({ alt: target.value })}
        onBlur={({ target }) => target.value.trim() === "" && onDescribe({ alt: undefined })}
      />
    </>
  )
}

/** Marks a decorative picture, which screen readers skip. */
export function Decorative({ picture: { decorative }, position, onDescribe }: DescriptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 justify-self-start">
      <input
        type="checkbox"
        checked={decorative}
        className="size-5 accent-primary"
        onChange={({ target }) => onDescribe({ decorative: target.checked })}
      />
      <span>
        {texts.decorative}
        <span className="sr-only">{texts.ofImage(position)}</span>
      </span>
    </label>
  )
}
