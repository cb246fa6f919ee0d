import { Icon } from "#client/icons/icon.tsx"
import { FileInput } from "#client/office/ui/file-input.tsx"
import { library as texts } from "./texts.ts"

export function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label className="btn btn-primary relative max-sm:w-full">
      <Icon name="add" />
      {texts.add}
      <FileInput accept="image/*" multiple onFiles={onFiles} />
    </label>
  )
}
