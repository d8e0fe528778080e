/** Scripts in which a joiner or a non-joiner changes how the letters before and after it look. */
const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
const joiningLetter = joiningScripts.map(script => `\\p{Script=${script}}`).join('')

/** Control characters, and characters that Unicode displays as nothing or that stand for an object. */
const invisible = '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFC]'
/** Characters that are invisible alone and change the character before them. */
const meaningful = [
  `(?<=[${joiningLetter}])[\\u200C\\u200D]`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D',
  '(?<=[\\p{L}\\p{N}\\p{P}\\p{S}])[\\u180B-\\u180F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
  // The flags of England, Scotland and Wales.
  '(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]*)[\\u{E0020}-\\u{E007F}]',
].join('|')

const invisiblePattern = new RegExp(invisible, 'gu')
const invisibleInTextPattern = new RegExp(`(?!${meaningful})${invisible}`, 'gu')

/** Returns a text without invisible characters, as for codes that people compare and type. */
export const dropInvisible = (text: string) => text.replaceAll(invisiblePattern, '')

/**
 * Returns a text without invisible characters, but with those that scripts need: the non-joiner of
 * Persian, the joiners of Indic scripts and emoji, and variation selectors.
 */
export const dropInvisibleInText = (text: string) => text.replaceAll(invisibleInTextPattern, '')
