import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { Icon, type IconName } from "#client/ui/icon.tsx"

interface RowButtonsProps {
  /** The project's. */
  name: string
  /** Whether they say in words what they do where rows are cards. */
  worded?: boolean
  onEdit: () => void
  onDelete: () => void
}

export function RowButtons({ name, worded = false, onEdit, onDelete }: RowButtonsProps) {
  const buttons: { icon: IconName; word: string; label: string; tone: string; press: () => void }[] = [
    { icon: "edit", word: copy.edit, label: copy.editNamed(name), tone: "btn-primary", press: onEdit },
    { icon: "delete", word: copy.delete, label: copy.deleteNamed(name), tone: "btn-error", press: onDelete },
  ]
  return buttons.map(({ icon, word, label, tone, press }) => (
    <button
      key={icon}
      type="button"
      aria-label={label}
      title={word}
      className={`btn btn-outline ${tone} ${worded ? "md:btn-square" : "btn-square"}`}
      onClick={press}
    >
      <Icon name={icon} />
      {worded && <span className="md:hidden">{word}</span>}
    </button>
  ))
}
