import { Icon, type IconName } from "#client/icons/icon.tsx"

interface MoveButtonProps {
  icon: IconName
  label: string
  disabled: boolean
  /** It receives the button, which must keep the focus, since an element that moves in the document loses it. */
  onPress: (button: HTMLElement) => void
}

/** Moves an entry of a list. */
export function MoveButton({ icon, label, disabled, onPress }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // With `disabled`, the button would lose the focus at the end of the list.
      aria-disabled={disabled}
      className="btn btn-ghost btn-square aria-disabled:opacity-40"
      onClick={({ currentTarget }) => !disabled && onPress(currentTarget)}
    >
      <Icon name={icon} className="size-4.5" />
    </button>
  )
}
