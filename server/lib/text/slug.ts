/** Letters that NFKD does not take apart. */
const transliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** `Crème Brûlée & Co.` → `creme-brulee-co`; the fallback where nothing of a–z or 0–9 is left, as for other scripts. */
export function slugify(text: string, fallback: string, max = 120): string {
  const ascii = text
    .toLowerCase()
    .replace(/[ßæøœłđðþı]/g, c => transliterations[c] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '')
  return slug || fallback
}
