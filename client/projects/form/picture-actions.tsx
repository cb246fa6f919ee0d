import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { Icon, type IconName } from "#client/ui/icon.tsx"

interface PictureActionsProps {
  /** Its place, counted from 1, and that of the last one. */
  position: number
  last: number
  /** Removing it then cancels its way. */
  onItsWay: boolean
  /** Removing it then is the way on, and says so in words. */
  failed: boolean
  /** To an index, counted from 0, by a button that is to keep the focus. */
  onMove: (index: number, button: HTMLElement) => void
  onRemove: () => void
}

export function PictureActions({ position, last, onItsWay, failed, onMove, onRemove }: PictureActionsProps) {
  const moves = [
    { icon: "front", name: copy.toFront, to: 1, wordsFrom: "max-sm:hidden" },
    { icon: "up", name: copy.up, to: position - 1, wordsFrom: "@max-xl:hidden" },
    { icon: "down", name: copy.down, to: position + 1, wordsFrom: "@max-xl:hidden" },
  ] as const
  return (
    <div className="col-span-2 flex flex-wrap gap-1 sm:justify-end">
      {moves.map(({ icon, name, to, wordsFrom }) => (
        <Action
          key={icon}
          icon={icon}
          name={name}
          position={position}
          wordsFrom={wordsFrom}
          off={to === position || to < 1 || to > last}
          onPress={(button) => onMove(to - 1, button)}
        />
      ))}
      <Action
        icon={onItsWay ? "close" : "delete"}
        name={onItsWay ? copy.cancel : copy.remove}
        position={position}
        wordsFrom={failed ? "" : onItsWay ? "@max-xl:hidden" : "max-sm:hidden"}
        onPress={onRemove}
      />
    </div>
  )
}

interface ActionProps {
  icon: IconName
  name: string
  position: number
  /** The class that hides the words where there is no room. */
  wordsFrom: string
  /** Where there is nowhere to go. It stays, so that it keeps the focus. */
  off?: boolean
  onPress: (button: HTMLElement) => void
}

function Action({ icon, name, position, wordsFrom, off = false, onPress }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={copy.of(name, position)}
      aria-disabled={off}
      title={name}
      className="btn btn-ghost gap-1.5 px-3 font-medium"
      onClick={({ currentTarget }) => {
        if (!off) onPress(currentTarget)
      }}
    >
      <Icon name={icon} />
      <span className={wordsFrom}>{name}</span>
    </button>
  )
}
