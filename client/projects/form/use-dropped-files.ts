import { useEffect, useEffectEvent, useState } from "react"

/**
 * Files dropped or pasted anywhere on the page; a page that does not take them would be left for them. Answers whether
 * some hang over it.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [hanging, setHanging] = useState(false)
  const take = useEffectEvent(onFiles)
  // Files fall on the window, and so do pasted ones: React has no handler for it.
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener("dragover", hang, { signal })
    addEventListener("dragleave", leave, { signal })
    addEventListener("drop", drop, { signal })
    addEventListener("paste", paste, { signal })
    return () => listening.abort()

    function hang(event: DragEvent) {
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      setHanging(true)
    }

    function leave({ relatedTarget }: DragEvent) {
      if (!relatedTarget) setHanging(false)
    }

    function drop(event: DragEvent) {
      setHanging(false)
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    }

    function paste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData ?? {}
      // Words copied from a document come with a picture of them.
      if (!files?.length || types?.includes("text/plain")) return
      event.preventDefault()
      take([...files])
    }
  }, [])
  return hanging
}
