/** Letters that NFKD does not take apart. */
const spelled: Record<string, string> = {
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
export function slugOf(text: string, fallback: string, max = 120): string {
  const plain = text
    .toLowerCase()
    .replace(/[ßæøœłđðþı]/g, c => spelled[c] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '')
  return slug || fallback
}
