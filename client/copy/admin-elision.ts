/** Returns « d’Aline », « de Béa » or « d’Yvonne »; before an h, which may be silent or not, French keeps « de ». */
export function ofName(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "")
  return /^(?:[aeiouœæ]|y[^aeiou])/iu.test(letters) ? `d’${name}` : `de ${name}`
}
