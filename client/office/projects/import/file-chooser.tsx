import { useId } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { FileInput } from "#client/office/ui/file-input.tsx"
import { importFile as texts } from "./texts.ts"

interface FileChooserProps {
  isDragOver: boolean
  onFiles: (files: File[]) => void
}

export function FileChooser({ isDragOver, onFiles }: FileChooserProps) {
  const id = useId()
  return (
    <div
      className={`relative grid min-h-56 content-center justify-items-center gap-2 rounded-box border-2 border-dashed p-6 text-center hover:border-primary md:min-h-72 ${isDragOver ? "border-primary bg-primary/10" : "border-base-content/30 bg-base-100"}`}
    >
      <span className="mb-1 grid size-14 place-content-center rounded-full bg-primary/10 text-primary">
        <Icon name="add" className="size-7" />
      </span>
      <p className="font-display text-xl font-bold">{texts.label}</p>
      <p>{isDragOver ? texts.drop : texts.pick}</p>
      <p id={`${id}-help`} className="max-w-md text-sm text-base-content/75">
        {texts.help}
      </p>
      <FileInput accept={CSV_TYPES} aria-label={texts.label} aria-describedby={`${id}-help`} onFiles={onFiles} />
    </div>
  )
}

/** What the field of a CSV file accepts. */
export const CSV_TYPES = ".csv,text/csv"
