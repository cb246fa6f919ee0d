import { Icon, type IconName } from "#client/icons/icon.tsx"
import { projectPictures as texts } from "#client/office/projects/texts.ts"

interface PictureActionsProps {
  /** The position of the picture, and below that of the last one, counted from 1. */
  position: number
  last: number
  /** Whether the picture is being uploaded, so that removing it cancels its upload. */
  isInProgress: boolean
  /** Whether the upload has failed; the label of « Retirer » then shows at every width. */
  isFailed: boolean
  /** It receives an index, counted from 0, and the button, which must keep the focus. */
  onMove: (index: number, button: HTMLElement) => void
  onRemove: () => void
}

export function PictureActions({ position, last, isInProgress, isFailed, onMove, onRemove }: PictureActionsProps) {
  const moves = [
    { icon: "front", name: texts.toFront, to: 1, labelClass: "max-sm:hidden" },
    { icon: "up", name: texts.up, to: position - 1, labelClass: "@max-xl:hidden" },
    { icon: "down", name: texts.down, to: position + 1, labelClass: "@max-xl:hidden" },
  ] as const
  return (
    <div className="col-span-2 flex flex-wrap gap-1 sm:justify-end">
      {moves.map(({ icon, name, to, labelClass }) => (
        <Action
          key={icon}
          icon={icon}
          name={name}
          position={position}
          labelClass={labelClass}
          isOff={to === position || to < 1 || to > last}
          onPress={(button) => onMove(to - 1, button)}
        />
      ))}
      <Action
        icon={isInProgress ? "close" : "delete"}
        name={isInProgress ? texts.cancel : texts.remove}
        position={position}
        labelClass={isFailed ? "" : isInProgress ? "@max-xl:hidden" : "max-sm:hidden"}
        onPress={onRemove}
      />
    </div>
  )
}

interface ActionProps {
  icon: IconName
  name: string
  position: number
  /** A class that hides the label where there is no room. */
  labelClass: string
  /** Whether to set aria-disabled, since a disabled button loses the focus. */
  isOff?: boolean
  onPress: (button: HTMLElement) => void
}

function Action({ icon, name, position, labelClass, isOff = false, onPress }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={texts.of(name, position)}
      aria-disabled={isOff}
      title={name}
      className="btn btn-ghost gap-1.5 px-3 font-medium"
      onClick={({ currentTarget }) => {
        if (!isOff) onPress(currentTarget)
      }}
    >
      <Icon name={icon} />
      <span className={labelClass}>{name}</span>
    </button>
  )
}
