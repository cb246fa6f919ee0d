import { Icon, type IconName } from "#client/icons/icon.tsx"
import { projectTable as texts } from "#client/office/projects/texts.ts"

interface RowButtonsProps {
  projectName: string
  onEdit: () => void
  onDelete: () => void
}

export function RowButtons({ projectName, onEdit, onDelete }: RowButtonsProps) {
  const buttons: { icon: IconName; title: string; label: string; tone: string; onClick: () => void }[] = [
    { icon: "edit", title: texts.edit, label: texts.editNamed(projectName), tone: "btn-primary", onClick: onEdit },
    {
      icon: "delete",
      title: texts.delete,
      label: texts.deleteNamed(projectName),
      tone: "btn-error",
      onClick: onDelete,
    },
  ]
  return buttons.map(({ icon, title, label, tone, onClick }) => (
    <button
      key={icon}
      type="button"
      aria-label={label}
      title={title}
      className={`btn btn-outline btn-square ${tone}`}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  ))
}
