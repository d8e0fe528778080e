import { z } from 'zod'

/** The languages for which encodings were made. */
export const ImportEncodingGroup = z.enum([
  'western',
  'central',
  'baltic',
  'turkish',
  'cyrillic',
  'greek',
  'hebrew',
  'arabic',
  'thai',
  'vietnamese',
  'japanese',
  'chineseSimplified',
  'chineseTraditional',
  'korean',
  'celtic',
  'maltese',
  'unicode',
])

/** The encodings of each group, by their WHATWG names. */
export const importEncodingsByGroup = {
  western: ['windows-1252', 'iso-8859-15', 'macintosh'],
  central: ['windows-1250', 'iso-8859-2', 'iso-8859-16'],
  baltic: ['windows-1257', 'iso-8859-13', 'iso-8859-4', 'iso-8859-10'],
  turkish: ['windows-1254'],
  cyrillic: ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'],
  greek: ['windows-1253', 'iso-8859-7'],
  hebrew: ['windows-1255', 'iso-8859-8'],
  arabic: ['windows-1256', 'iso-8859-6'],
  thai: ['windows-874'],
  vietnamese: ['windows-1258'],
  japanese: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  chineseSimplified: ['gb18030'],
  chineseTraditional: ['big5'],
  korean: ['euc-kr'],
  celtic: ['iso-8859-14'],
  maltese: ['iso-8859-3'],
  unicode: ['utf-8', 'utf-16le', 'utf-16be'],
} as const satisfies Record<z.infer<typeof ImportEncodingGroup>, readonly string[]>

/** The encodings in which the text of an imported file can be read. Browsers know all of them. */
export const ImportEncoding = z.enum(Object.values(importEncodingsByGroup).flat())
export type ImportEncoding = z.infer<typeof ImportEncoding>
