/** Returns the text in lower case and without accents, so that « eleva » finds « ÉLEVAGE » and « Élevage ». */
export function normalizeForSearch(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae")
}
