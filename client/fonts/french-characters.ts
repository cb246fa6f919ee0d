const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join("")

/** What French headings are written in, with both no-break spaces; other letters come from the fallback face. */
export const frenchCharacters = `${ascii}ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜŸàâäæçèéêëîïôöœùûüÿ«»‘’“”–—…•·°€×−²³½©→\u00a0\u202f`
