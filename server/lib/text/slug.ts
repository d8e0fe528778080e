/** Letters that NFKD does not decompose. */
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

/**
 * Returns the text as part of a URL: `Crème Brûlée & Co.` becomes `creme-brulee-co`. Returns the
 * fallback if no letter a–z and no digit remains, as for other scripts.
 */
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
