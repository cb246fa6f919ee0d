// None of them stands in a heading, and without them the file fits what a server may send before it is answered.
const codeOnly = /[\\^_`{|}~<>]/g

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  .join("")
  .replaceAll(codeOnly, "")

/** What French headings are written in, with both no-break spaces; other letters come from the fallback face. */
export const frenchCharacters = `${ascii}ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜŸàâäæçèéêëîïôöœùûüÿ«»‘’“”–—…•·°€×−²³½©→\u00a0\u202f`
