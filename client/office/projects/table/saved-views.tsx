import { useQuery } from "@tanstack/react-query"
import { useId, useRef, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { settleDeletion } from "#client/office/editing/deletion.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { Allowed } from "#client/office/frame/rights.tsx"
import { ConfirmAction } from "#client/ui/confirm-dialog.tsx"
import { buttons } from "#client/ui/texts.ts"
import type { SavedView, ViewParams } from "#server/contract/views.ts"
import { ViewDialog } from "./view-dialog.tsx"
import { ViewList, type ViewListProps } from "./view-list.tsx"
import { savedViews as texts, viewDeletion } from "./view-texts.ts"

type SavedViewsProps = Pick<ViewListProps, "params" | "onOpen">

/** The menu of views, with the dialogs that save, change and delete them. */
export function SavedViews({ params, onOpen }: SavedViewsProps) {
  const { client, queries } = useApi()
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<SavedView | "new">()
  const [deleting, setDeleting] = useState<SavedView>()

  async function deleteView(id: number, isRepeated: boolean) {
    try {
      await settleDeletion(client.views.delete.mutate(id), isRepeated)
      setDeleting(undefined)
    } finally {
      await queries.views.invalidate()
    }
  }

  function open(chosen: ViewParams) {
    menu.current?.hidePopover()
    onOpen(chosen)
  }

  return (
    <>
      <button ref={button} type="button" popoverTarget={menuId} className="btn border-base-300 bg-base-100 px-3">
        <Icon name="star" className="size-4.5" />
        {texts.menu}
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className="absolute m-0 hidden max-h-[70dvh] w-[min(22rem,calc(100vw-2rem))] overflow-y-auto rounded-box border border-base-300 bg-base-100 p-2 text-base-content shadow-float open:block"
        onBeforeToggle={({ currentTarget }) => button.current && placeBelow(currentTarget, button.current)}
      >
        <MenuContent params={params} onOpen={open} onEdit={setEdited} onDelete={setDeleting} />
        <Allowed to="projects.write">
          <button type="button" className="btn btn-primary mt-2 w-full" onClick={() => setEdited("new")}>
            {texts.save}
          </button>
        </Allowed>
      </div>
      {edited && (
        <ViewDialog view={edited === "new" ? undefined : edited} params={params} onClose={() => setEdited(undefined)} />
      )}
      {deleting && (
        <ConfirmAction
          question={viewDeletion.question}
          detail={viewDeletion.detail(deleting)}
          confirm={viewDeletion.confirm}
          action={(isRepeated) => deleteView(deleting.id, isRepeated)}
          explain={(error) => loadingFailure(viewDeletion.failed, error)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

export function MenuContent(props: ViewListProps) {
  const { queries } = useApi()
  const query = useQuery(queries.views.list.queryOptions())
  return (
    <Loaded query={query} failed={texts.loadingError} skeleton={<p className="p-3">{buttons.pending}</p>}>
      {(views) =>
        views.length === 0 ? (
          <p className="p-3 text-base-content/80">{texts.none}</p>
        ) : (
          <>
            <ViewList title={texts.own} views={views.filter(({ isOwn }) => isOwn)} {...props} />
            <ViewList title={texts.others} views={views.filter(({ isOwn }) => !isOwn)} {...props} />
          </>
        )
      }
    </Loaded>
  )
}

/** Lengths in pixels. */
const WIDTH_MAX = 352
const MARGIN = 16
const GAP = 8

/** Keeps the menu within the window, since not every browser supports CSS anchor positioning. */
function placeBelow(menu: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const rightmost = width - MARGIN - Math.min(WIDTH_MAX, width - 2 * MARGIN)
  menu.style.left = `${Math.max(MARGIN, Math.min(left, rightmost)) + window.scrollX}px`
  menu.style.top = `${bottom + window.scrollY + GAP}px`
}
