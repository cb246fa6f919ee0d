import { adminSectors } from "#client/copy/admin-sectors.ts"
import { formatShortDate } from "#client/copy/dates.ts"
import { UploadedThumbnail } from "#client/projects/uploaded-thumbnail.tsx"
import type { ManagedProject } from "#server/contract/projects.ts"
import { RowButtons } from "./row-buttons.tsx"
import { layout } from "./row-layout.ts"
import { StatusSelect } from "./status-select.tsx"
import type { StatusChangeProps } from "./use-status-change.ts"

interface ProjectRowProps extends StatusChangeProps {
  project: ManagedProject
  onEdit: () => void
  onDelete: () => void
}

export function ProjectRow({ project, onEdit, onDelete, ...status }: ProjectRowProps) {
  const { name, address, sector, createdAt, images } = project
  return (
    <tr className={layout.row}>
      <td className={layout.project}>
        <div className="flex items-center gap-4 md:max-xl:gap-3">
          <UploadedThumbnail name={images[0]?.name} className={layout.thumbnail} />
          <div className="min-w-0">
            <p className="line-clamp-2 font-semibold wrap-anywhere max-md:leading-5 max-[18rem]:line-clamp-4 md:line-clamp-3">
              {name}
            </p>
            {address && (
              <p className="line-clamp-2 text-sm text-base-content/75 wrap-anywhere max-md:hidden">{address}</p>
            )}
          </div>
        </div>
      </td>
      <td className={layout.sector}>{adminSectors[sector]}</td>
      <td className={layout.status}>
        <StatusSelect project={project} {...status} />
      </td>
      <td className={layout.date}>
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatShortDate(createdAt)}
        </time>
      </td>
      <td className={layout.actions}>
        <div className="flex justify-end gap-2">
          <RowButtons projectName={name} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </td>
    </tr>
  )
}
