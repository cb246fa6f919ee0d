import { useEffect, useEffectEvent, useState } from "react"

/**
 * Receives files dropped or pasted anywhere on the page, since the browser would otherwise open a dropped file instead
 * of the page. Returns whether files are being dragged over the page.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isDragOver, setIsDragOver] = useState(false)
  const receive = useEffectEvent(onFiles)
  // React has no handlers for events of the window.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener("dragover", dragOver, { signal })
    addEventListener("dragleave", dragLeave, { signal })
    addEventListener("drop", drop, { signal })
    addEventListener("paste", paste, { signal })
    return () => controller.abort()

    function dragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      setIsDragOver(true)
    }

    function dragLeave({ relatedTarget }: DragEvent) {
      if (!relatedTarget) setIsDragOver(false)
    }

    function drop(event: DragEvent) {
      setIsDragOver(false)
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      receive([...event.dataTransfer.files])
    }

    function paste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData ?? {}
      // Text copied from a document comes with a picture of itself.
      if (!files?.length || types?.includes("text/plain")) return
      event.preventDefault()
      receive([...files])
    }
  }, [])
  return isDragOver
}
