import type { ComponentProps } from "react"

interface FileInputProps extends ComponentProps<"input"> {
  onFiles: (files: File[]) => void
}

/** An invisible field that covers the positioned element around it, which shows its focus (admin.css). */
export function FileInput({ onFiles, ...field }: FileInputProps) {
  return (
    <input
      {...field}
      type="file"
      className="covering-field absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        // Otherwise the same file could not be selected again.
        target.value = ""
      }}
    />
  )
}
