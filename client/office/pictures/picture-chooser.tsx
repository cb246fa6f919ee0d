import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "#client/app/api.ts"
import { Loaded } from "#client/office/frame/loaded.tsx"
import { EmptyState, NoSearchResults } from "#client/office/ui/empty-state.tsx"
import { ModalDialog } from "#client/office/ui/modal-dialog.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { PICTURES_PER_PAGE } from "#server/contract/content/pictures.ts"
import { lastPageOf } from "#server/contract/paging.ts"
import { PictureGrid } from "./picture-grid.tsx"
import { chooser, library as texts } from "./texts.ts"
import { UploadButton } from "./upload-button.tsx"
import { UploadList } from "./upload-list.tsx"
import { useDroppedFiles } from "./use-dropped-files.ts"
import { useLibraryUploads } from "./use-library-uploads.ts"

interface PictureChooserProps {
  /** It receives the picture's name. */
  onChoose: (name: string) => void
  onClose: () => void
}

/** A dialog to choose a picture of the library or to upload one. */
export function PictureChooser({ onChoose, onClose }: PictureChooserProps) {
  const { queries } = useApi()
  const [{ search, page }, setParams] = useState({ search: "", page: 1 })
  const found = useQuery(queries.pictures.search.queryOptions({ search, page }, { placeholderData: keepPreviousData }))
  const uploads = useLibraryUploads()
  const isDragOver = useDroppedFiles(uploads.add)
  const last = found.data ? lastPageOf(found.data, PICTURES_PER_PAGE) : 1
  return (
    <ModalDialog title={chooser.title} onClose={onClose}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchBox label={texts.search} value={search} onSearch={(search = "") => setParams({ search, page: 1 })} />
        <UploadButton onFiles={uploads.add} />
      </div>
      {isDragOver && (
        <p className="mb-4 rounded-box border-2 border-dashed border-primary bg-primary/10 p-4 text-center font-medium">
          {texts.drop}
        </p>
      )}
      <UploadList {...uploads} onUse={onChoose} />
      <p aria-live="polite" className="mb-3 min-h-6 text-sm text-base-content/75">
        {found.data && texts.found(found.data, search)}
      </p>
      <Loaded query={found} failed={texts.loadingError}>
        {(data) =>
          data.found > 0 ? (
            <PictureGrid
              pictures={data.pictures}
              isStale={found.isPlaceholderData}
              onOpen={({ name }) => onChoose(name)}
            />
          ) : search ? (
            <NoSearchResults
              title={texts.nothingFound.title}
              text={texts.nothingFound.text(search)}
              onClear={() => setParams({ search: "", page: 1 })}
            />
          ) : (
            <EmptyState icon="addImage" {...texts.none} />
          )
        }
      </Loaded>
      {last > 1 && (
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          {[
            { label: chooser.previous, to: page - 1 },
            { label: chooser.next, to: page + 1 },
          ].map(({ label, to }) => (
            <button
              key={label}
              type="button"
              className="btn btn-outline"
              disabled={to < 1 || to > last}
              onClick={() => setParams({ search, page: to })}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </ModalDialog>
  )
}
