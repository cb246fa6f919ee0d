import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import type { Project } from "#server/contract/projects.ts"
import { RowButtons } from "./row-buttons.tsx"
import { layout } from "./row-layout.ts"
import { StatusSelect } from "./status-select.tsx"
import { UploadedThumbnail } from "./uploaded-thumbnail.tsx"
import type { StatusChangeProps } from "./use-status-change.ts"

const date = new Intl.DateTimeFormat("fr-FR", { dateStyle: "medium", timeZone: "Africa/Kinshasa" })

interface ProjectRowProps extends StatusChangeProps {
  project: Project
  onEdit: () => void
  onDelete: () => void
}

export function ProjectRow({ project, onEdit, onDelete, ...status }: ProjectRowProps) {
  const { name, address, sector, createdAt, images } = project
  const { columns } = copy
  return (
    <tr className={layout.row}>
      <td className={layout.project}>
        <div className="flex items-center gap-4 max-[18rem]:flex-wrap md:max-xl:gap-3">
          <UploadedThumbnail name={images[0]?.name} className="h-16 w-24 md:max-xl:h-12 md:max-xl:w-18" />
          <div className="min-w-0">
            <p className="line-clamp-3 font-semibold wrap-anywhere">{name}</p>
            {address && <p className="line-clamp-2 text-sm text-base-content/75 wrap-anywhere">{address}</p>}
          </div>
        </div>
      </td>
      <td data-label={columns.sector} className={`${layout.sector} ${layout.labelled}`}>
        {adminSectors[sector]}
      </td>
      <td data-label={columns.status} className={`${layout.status} ${layout.labelled}`}>
        <StatusSelect project={project} {...status} />
      </td>
      <td data-label={columns.date} className={`${layout.date} ${layout.labelled}`}>
        <time dateTime={createdAt} className="whitespace-nowrap">
          {date.format(new Date(createdAt))}
        </time>
      </td>
      <td className={layout.actions}>
        <div className="flex justify-end gap-2 max-md:grid min-[18rem]:max-md:grid-cols-2">
          <RowButtons name={name} worded onEdit={onEdit} onDelete={onDelete} />
        </div>
      </td>
    </tr>
  )
}
