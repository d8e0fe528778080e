import { ImportEncoding } from '#contract/lib/text/import-encoding.ts'

/** WHATWG names of encodings that the library calls by other names. */
const nameByLibraryName: Record<string, ImportEncoding> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  gb2312: 'gb18030',
  gbk: 'gb18030',
}

const parseName = (name: string | null) => {
  const lowerName = (name ?? '').toLowerCase().replace(/^iso8859/, 'iso-8859')
  return ImportEncoding.safeParse(nameByLibraryName[lowerName] ?? lowerName).data
}

/** Characters that texts do not have: a wrong encoding was used. */
const wrongCharacters = /[\p{Cc}\p{Co}\uFFFD]/u
const otherLetters = '[\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Hebrew}\\p{sc=Arabic}]'
const symbols = '[\u00a1-\u00b6\u00b8-\u00bf×÷]'
/**
 * Words that few languages have: letters of two alphabets side by side, as in `Boоte`, a symbol in a
 * word, accented Latin letters only, as in `Þãíõ`, or signs of the Mac, as in `ﬁ„Ì’`. Japanese words
 * mix Latin letters with others.
 */
const oddWords = new RegExp(
  [
    `\\p{sc=Latin}${otherLetters}`,
    `${otherLetters}\\p{sc=Latin}`,
    `\\p{L}${symbols}\\p{L}`,
    '[≠≤≥∞∂∑∏∫√≈∆◊\\ufb01\\ufb02]',
    '(?<!\\p{L})[^\\P{sc=Latin}A-Za-z]{3,}(?!\\p{L})',
  ].join('|'),
  'u',
)

const isPlausible = (text: string) => !wrongCharacters.test(text.replace(/[\t\r\n]/g, ''))

/** Encodings of the same letters differ by less. Files from Windows are the most frequent. */
const similarConfidence = 0.97

/**
 * Returns the most probable encoding of bytes that are not UTF-8. A few letters can fit several
 * encodings, so a user can choose another one.
 */
export async function detectEncoding(bytes: Buffer): Promise<ImportEncoding> {
  // Its models need memory, which only the parser of a file has.
  const { detectAll } = await import('jschardet')
  const candidates = detectAll(bytes).flatMap(({ encoding, confidence }) => {
    const name = parseName(encoding)
    return name ? [{ name, confidence, text: new TextDecoder(name).decode(bytes) }] : []
  })
  const plausible = candidates.filter(({ text }) => isPlausible(text))
  const usual = plausible.filter(({ text }) => !oddWords.test(text))
  const [best, ...others] = usual.length > 0 ? usual : plausible
  if (!best) return 'windows-1252'
  const similar = [best, ...others].filter(
    ({ confidence }) => confidence >= best.confidence * similarConfidence,
  )
  return (similar.find(({ name }) => name.startsWith('windows-')) ?? best).name
}
