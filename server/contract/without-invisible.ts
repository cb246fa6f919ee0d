/** Removes direction marks, zero-width characters and the like, which address books and web pages leave in what is copied. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
}
