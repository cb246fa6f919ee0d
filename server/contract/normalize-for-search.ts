import { withoutAccents } from "./without-accents.ts"

/**
 * Returns the text as a search compares it: in lower case, without accents and invisible characters, with one kind of
 * space, hyphen and apostrophe, so that « l'eleva » finds « L’ÉLEVAGE » and « 1/2 » finds « ½ ».
 */
export function normalizeForSearch(text: string): string {
  const unified = text
    .replace(/[\u2018-\u201b\u2032\u02b9-\u02bc`´]/g, "'")
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\p{Z}\s]+/gu, " ")
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-")
    .replace(/[«»\u201c-\u201f\u2033]/g, '"')
    .replace(/\u2044/g, "/")
  return withoutAccents(unified).replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/ß/g, "ss")
}
