import type { ComponentProps } from "react"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { EntryButton, type Sortable } from "#client/office/ui/sortable.tsx"

interface PictureActionsProps {
  index: number
  sortable: Sortable
  /** Whether the picture is being uploaded, so that removing it cancels its upload. */
  isInProgress: boolean
  /** Whether the upload has failed; the label of « Retirer » then shows at every width. */
  isFailed: boolean
  onRemove: () => void
}

export function PictureActions({ index, sortable, isInProgress, isFailed, onRemove }: PictureActionsProps) {
  const moves = [
    { icon: "front", name: texts.toFront, to: 0, labelClass: "max-sm:hidden" },
    { icon: "up", name: texts.up, to: index - 1, labelClass: "@max-xl:hidden" },
    { icon: "down", name: texts.down, to: index + 1, labelClass: "@max-xl:hidden" },
  ] as const
  return (
    <div className="col-span-2 flex flex-wrap gap-1 sm:justify-end">
      {moves.map(({ to, ...move }) => (
        <Action key={move.icon} {...move} {...sortable.button(index, to)} position={index + 1} />
      ))}
      <Action
        icon={isInProgress ? "close" : "delete"}
        name={isInProgress ? texts.cancel : texts.remove}
        position={index + 1}
        labelClass={isFailed ? "" : isInProgress ? "@max-xl:hidden" : "max-sm:hidden"}
        onPress={onRemove}
      />
    </div>
  )
}

interface ActionProps extends Pick<ComponentProps<typeof EntryButton>, "icon" | "disabled" | "onPress"> {
  name: string
  position: number
  /** A class that hides the label where there is no room. */
  labelClass: string
}

function Action({ name, position, labelClass, ...button }: ActionProps) {
  return (
    <EntryButton {...button} label={texts.of(name, position)} title={name}>
      <span className={labelClass}>{name}</span>
    </EntryButton>
  )
}
