/** Returns the text of an element with ordinary spaces, since French texts have others before « : » and « % ». */
export function textOf(element: Element): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim()
}

export function textsOf(elements: readonly Element[]): string[] {
  return elements.map(textOf)
}
