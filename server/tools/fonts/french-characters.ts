// No heading needs these, and without them the file arrives in the first round trip.
const codeOnly = /[\\^_`{|}~<>]/g

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  .join("")
  .replaceAll(codeOnly, "")

/** The characters of French headings, with both no-break spaces. The fallback font shows all others. */
export const frenchCharacters = `${ascii}ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜŸàâäæçèéêëîïôöœùûüÿ«»‘’“”–—…•·°€×−²³½©→\u00a0\u202f`
