/** Lower case without accents, so that « ÉLEVAGE », « élevage » and « eleva » meet in a search. */
export function normalizeForSearch(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae")
}
