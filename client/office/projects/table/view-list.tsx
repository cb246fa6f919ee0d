import type { MouseEvent } from "react"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import type { SavedView, ViewParams } from "#server/contract/views.ts"
import { formatView, isSameView } from "./same-view.ts"
import { savedViews as texts } from "./view-texts.ts"

export interface ViewListProps {
  params: ViewParams
  onOpen: (params: ViewParams) => void
  onEdit: (view: SavedView) => void
  onDelete: (view: SavedView) => void
}

export function ViewList({ title, views, ...props }: ViewListProps & { title: string; views: readonly SavedView[] }) {
  if (views.length === 0) return null
  return (
    <section>
      <h2 className="px-3 pt-2 pb-1 text-sm font-semibold text-base-content/75">{title}</h2>
      <ul aria-label={title}>
        {views.map((view) => (
          <ViewItem key={view.id} view={view} {...props} />
        ))}
      </ul>
    </section>
  )
}

function ViewItem({ view, params, onOpen, onEdit, onDelete }: ViewListProps & { view: SavedView }) {
  const { name, isOwn, owner, shared } = view
  const can = useCan()
  const isCurrent = isSameView(view.params, params)

  function open(event: MouseEvent) {
    // With these keys, the browser opens another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(view.params)
  }

  return (
    <li className="flex items-center">
      <a
        href={`/admin/projects${formatView(view.params)}`}
        aria-current={isCurrent || undefined}
        className="flex min-h-11 min-w-0 grow items-center gap-2 rounded-field px-3 py-1.5 hover:bg-base-200 aria-[current]:font-semibold"
        onClick={open}
      >
        {isCurrent && <Icon name="check" className="size-4 shrink-0 text-primary" />}
        <span className="min-w-0 wrap-anywhere">
          {name}
          {(shared || !isOwn) && (
            <span className="block text-sm font-normal text-base-content/75">
              {isOwn ? texts.shared : texts.owner(owner)}
            </span>
          )}
        </span>
      </a>
      {isOwn && (
        <ItemButton icon="edit" title={texts.edit} label={texts.editNamed(name)} onClick={() => onEdit(view)} />
      )}
      {(isOwn || can("users.manage")) && (
        <ItemButton icon="delete" title={texts.delete} label={texts.deleteNamed(name)} onClick={() => onDelete(view)} />
      )}
    </li>
  )
}

interface ItemButtonProps {
  icon: IconName
  title: string
  label: string
  onClick: () => void
}

function ItemButton({ icon, title, label, onClick }: ItemButtonProps) {
  return (
    <button type="button" aria-label={label} title={title} className="btn btn-ghost btn-square" onClick={onClick}>
      <Icon name={icon} className="size-5" />
    </button>
  )
}
