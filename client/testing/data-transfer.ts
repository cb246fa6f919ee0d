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
