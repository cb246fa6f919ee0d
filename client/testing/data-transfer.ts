import { fireEvent, screen, waitFor } from "@testing-library/dom"

/** What a drag or a paste carries, which the DOM of tests lacks: these files, or the data that the page sets itself. */
export function createDataTransfer(files: readonly File[] = []) {
  const data = new Map<string, string>()
  return {
    files,
    effectAllowed: "all",
    dropEffect: "none",
    get types() {
      return files.length > 0 ? ["Files"] : [...data.keys()]
    },
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? "",
    setDragImage() {},
  }
}

/** Drops files anywhere on the page, which says `text` while they are dragged over it. */
export async function dropFiles(text: string, ...files: File[]): Promise<void> {
  const dataTransfer = createDataTransfer(files)
  await waitFor(() => {
    fireEvent.dragOver(document.body, { dataTransfer })
    screen.getByText(text)
  })
  fireEvent.drop(document.body, { dataTransfer })
}
