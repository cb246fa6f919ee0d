import { useQuery } from "@tanstack/react-query"
import { createFileRoute, Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { BackLink } from "#client/office/frame/back-link.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { ListFrame } from "#client/office/list/list-frame.tsx"
import { UndoButton } from "#client/office/list/undo-button.tsx"
import { useListAddress } from "#client/office/list/use-list-address.ts"
import { DetailsDialog } from "#client/office/pictures/details-dialog.tsx"
import { PictureGrid } from "#client/office/pictures/picture-grid.tsx"
import { pictureDetails, library as texts } from "#client/office/pictures/texts.ts"
import { Trash, usePictureRestoration } from "#client/office/pictures/trash.tsx"
import { UploadButton } from "#client/office/pictures/upload-button.tsx"
import { UploadList } from "#client/office/pictures/upload-list.tsx"
import { useDroppedFiles } from "#client/office/pictures/use-dropped-files.ts"
import { useLibraryUploads } from "#client/office/pictures/use-library-uploads.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { type LibraryPicture, PICTURES_PER_PAGE, type PictureSearch } from "#server/contract/content/pictures.ts"
import { flag, listAddress, type ParamsOf, pageNumber, text } from "#server/contract/list-address.ts"

export const Route = createFileRoute("/admin/images")({
  validateSearch: unparsed<LibrarySearchParams>,
  head: () => adminHead(adminTitles.images),
  component: Screen,
})

type Outcome = { kind: "replaced" } | { kind: "deleted" | "restored"; picture: LibraryPicture }

function Screen() {
  const list = useListAddress(pictureAddress, Route.useSearch(), Route.useNavigate(), () => setOutcome(undefined))
  const params = { ...list.search, trash: list.search.trash ?? false }
  const { queries } = useApi()
  const canWrite = useCan()("pictures.write")
  const found = useQuery(
    queries.pictures.search.queryOptions(params, {
      // Pictures of the library must not be shown as deleted ones meanwhile, nor the other way round.
      placeholderData(previous, query) {
        const searched = query?.queryKey[1]?.input as PictureSearch | undefined
        return searched?.trash === params.trash ? previous : undefined
      },
    }),
  )
  const uploads = useLibraryUploads()
  const [opened, setOpened] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  // While the details are open, their dialog receives the dropped files.
  const isDragOver = useDroppedFiles((files) => opened === undefined && canWrite && uploads.add(files))
  const onRestored = (picture: LibraryPicture) => setOutcome({ kind: "restored", picture })

  function close(outcome: Outcome) {
    setOpened(undefined)
    setOutcome(outcome)
  }

  return (
    <>
      <ScreenHeading title={adminTitles.images} lead={params.trash ? texts.trashLead : texts.lead}>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col-reverse">
          {params.trash ? (
            <BackLink to="/admin/images">{texts.back}</BackLink>
          ) : (
            <>
              <Link to="/admin/images" search={{ trash: true }} className="btn btn-outline">
                <Icon name="delete" />
                {texts.trash(found.data?.trashed ?? 0)}
              </Link>
              {canWrite && <UploadButton onFiles={uploads.add} />}
            </>
          )}
        </div>
      </ScreenHeading>
      {outcome && (
        <OutcomeMessage
          key={nameOf(outcome)}
          outcome={outcome}
          onRestored={onRestored}
          onDismiss={() => setOutcome(undefined)}
        />
      )}
      {isDragOver && canWrite && (
        <p className="mb-4 rounded-box border-2 border-dashed border-primary bg-primary/10 p-6 text-center font-medium">
          {texts.drop}
        </p>
      )}
      {!params.trash && <UploadList {...uploads} />}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p ref={list.foundRef} tabIndex={-1} aria-live="polite" className="min-h-6 text-sm text-base-content/75">
          {found.data && texts.found(found.data, params.search)}
        </p>
        <SearchBox label={texts.search} value={params.search} onSearch={(search) => list.change({ search })} />
      </div>
      <ListFrame
        query={found}
        failed={texts.loadingError}
        page={params.page}
        perPage={PICTURES_PER_PAGE}
        empty={
          <EmptyList list={list} nothingFound={texts.nothingFound}>
            {params.trash ? (
              <EmptyState icon="delete" {...texts.trashEmpty} />
            ) : (
              <EmptyState icon="addImage" {...texts.none} />
            )}
          </EmptyList>
        }
      >
        {(data, isStale) =>
          !data ? (
            <Skeleton />
          ) : params.trash ? (
            <Trash pictures={data.pictures} isStale={isStale} onRestored={onRestored} />
          ) : (
            <PictureGrid pictures={data.pictures} isStale={isStale} onOpen={({ name }) => setOpened(name)} />
          )
        }
      </ListFrame>
      {opened !== undefined && (
        <DetailsDialog
          key={opened}
          name={opened}
          onReplaced={() => close({ kind: "replaced" })}
          onDeleted={(picture) => close({ kind: "deleted", picture })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

interface OutcomeMessageProps {
  outcome: Outcome
  onRestored: (picture: LibraryPicture) => void
  onDismiss: () => void
}

/** Returns a key, since the restoration of each picture has its own state. */
function nameOf(outcome: Outcome) {
  return outcome.kind === "replaced" ? undefined : outcome.picture.name
}

/** Reports the outcome of the last action, and undoes a deletion. */
function OutcomeMessage({ outcome, onRestored, onDismiss }: OutcomeMessageProps) {
  const restoration = usePictureRestoration(onRestored)
  const outcomes: Record<Outcome["kind"], (name: string) => ReactNode> = {
    replaced: () => pictureDetails.replaced,
    deleted: texts.deleted,
    restored: texts.restored,
  }
  const picture = outcome.kind === "replaced" ? undefined : outcome.picture
  return (
    <StatusMessage key={`${outcome.kind} ${picture?.name}`} tone="success" onDismiss={onDismiss}>
      {outcomes[outcome.kind](picture ? texts.nameOf(picture) : "")}
      {outcome.kind === "deleted" && (
        <UndoButton
          restoration={restoration}
          onUndo={() => restoration.mutate(outcome.picture)}
          failurePrefix={texts.restorationFailed}
        />
      )}
    </StatusMessage>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-4">
      <p className="sr-only">{texts.loading}</p>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
        <span key={card} className="skeleton aspect-4/3 rounded-box" />
      ))}
    </div>
  )
}

const pictureAddress = listAddress({ search: text("search"), page: pageNumber, trash: flag("trash", true) })

type LibrarySearchParams = ParamsOf<typeof pictureAddress>
