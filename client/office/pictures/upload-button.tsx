import { Icon } from "#client/icons/icon.tsx"
import { library as texts } from "./texts.ts"

export function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label className="btn btn-primary relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary max-sm:w-full">
      <Icon name="add" />
      {texts.add}
      <input
        type="file"
        accept="image/*"
        multiple
        className="absolute -top-px -left-px h-[calc(100%+2px)] w-[calc(100%+2px)] cursor-pointer opacity-0"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Otherwise the same file could not be selected again.
          target.value = ""
        }}
      />
    </label>
  )
}
