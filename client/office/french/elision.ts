const VOWELS = "aeiouœæ"

/** Names that begin with an aspirated h, before which French keeps « de »; others have a mute one. */
const ASPIRATED = ["hugo", "hans", "hassan", "hamza", "hamid", "hakim", "haroun", "harry", "hardy", "hussein"]

/** Returns « d’Aline », « d’Hélène », « d’Yvonne » or « de Béa ». */
export function ofName(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  const [first = "", second = ""] = letters
  const [word = ""] = letters.split(/[\s-]/)
  const isMute = first === "h" && VOWELS.includes(second || "-") && !ASPIRATED.includes(word)
  const isVowel = first === "y" ? !VOWELS.includes(second) : VOWELS.includes(first || "-")
  return isMute || isVowel ? `d’${name}` : `de ${name}`
}
