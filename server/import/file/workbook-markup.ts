import { ImportFileError } from '../import-problem.ts'

/**
 * The reader scans an unfinished tag again with each chunk of the file, so the time grows with the
 * square of its length. The longest tags of Excel list the ranges of a rule.
 */
const maxTagBytes = 16 * 1024
/** Comments, CDATA sections and processing instructions are found faster. */
const maxSectionBytes = 128 * 1024
/** A cell has at most 32,767 characters, which take up to 16 bytes each. */
const maxTextBytes = 512 * 1024
/** Blanks between tags are indentation. */
const maxBlankBytes = 16 * 1024

const [tagStart, tagEnd, doubleQuote, singleQuote, lastBlank] = [0x3c, 0x3e, 0x22, 0x27, 0x20]

const sections = [
  { start: Buffer.from('<!--'), end: '-->' },
  { start: Buffer.from('<![CDATA['), end: ']]>' },
  { start: Buffer.from('<?'), end: '?>' },
]

/**
 * Verifies that no tag and no text of an XML file is so long that parsing it takes minutes.
 * @throws ImportFileError import_file_too_complex
 */
export function verifyMarkup(xml: Buffer): void {
  for (let position = 0; position < xml.length; ) {
    const textEnd = findTextEnd(xml, position)
    position = findMarkupEnd(xml, textEnd)
  }
}

function findTextEnd(xml: Buffer, start: number): number {
  let isBlank = true
  let end = start
  for (; end < xml.length && xml[end] !== tagStart; end++) isBlank &&= (xml[end] ?? 0) <= lastBlank
  verifyLength(end - start, isBlank ? maxBlankBytes : maxTextBytes)
  return end
}

function findMarkupEnd(xml: Buffer, start: number): number {
  const section = sections.find(({ start: opening }) =>
    xml.subarray(start, start + opening.length).equals(opening),
  )
  if (!section) return findTagEnd(xml, start)
  const end = xml.indexOf(section.end, start)
  verifyLength((end < 0 ? xml.length : end) - start, maxSectionBytes)
  return end < 0 ? xml.length : end + section.end.length
}

/** A quoted value of an attribute can contain the end of a tag. */
function findTagEnd(xml: Buffer, start: number): number {
  let quote = 0
  for (let position = start; position < xml.length; position++) {
    verifyLength(position - start, maxTagBytes)
    const byte = xml[position] ?? 0
    if (quote) quote = byte === quote ? 0 : quote
    else if (byte === doubleQuote || byte === singleQuote) quote = byte
    else if (byte === tagEnd) return position + 1
  }
  return xml.length
}

function verifyLength(length: number, maximum: number): void {
  if (length > maximum) throw new ImportFileError('import_file_too_complex')
}
