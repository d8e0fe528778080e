import { isAscii, isUtf8 } from 'node:buffer'
import { findByteOrderMark } from '../../lib/text/byte-order-mark.ts'
import { ImportFileError } from '../import-problem.ts'

export type DecodedFile = { encoding: string; text: AsyncGenerator<string> }

export type EncodingWarning = 'encoding' | 'invalid_bytes'

/**
 * Returns the text of a file in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252 with a
 * warning. The job of an import reads files in other encodings with `readEncodedFile` before.
 * @throws ImportFileError for other files
 */
export async function decodeFile(
  input: AsyncIterable<Buffer>,
  onWarning: (code: EncodingWarning) => void,
): Promise<DecodedFile> {
  const source = input[Symbol.asyncIterator]()
  const { start, isDone } = await readAtLeast(source, 4096)
  rejectNonText(start)
  const bom = findByteOrderMark(start)
  if (bom?.encoding === 'utf-32') throw new ImportFileError('import_utf_32')
  const body = prependStart(start.subarray(bom?.bytes.length ?? 0), source, isDone)
  if (bom && bom.encoding !== 'utf-8')
    return { encoding: bom.encoding, text: decodeUtf16(body, bom.encoding) }
  if (start.subarray(0, 4096).includes(0)) throw new ImportFileError('import_encoding_unknown')
  return { encoding: 'utf-8', text: decodeUtf8(body, onWarning) }
}

function rejectNonText(start: Buffer) {
  if (start.length === 0) throw new ImportFileError('import_file_empty')
  const head = start.subarray(0, 4).toString('latin1')
  if (head.startsWith('PK')) throw new ImportFileError('import_zip')
  if (head.startsWith('\xd0\xcf\x11\xe0')) throw new ImportFileError('import_old_workbook')
  if (head.startsWith('%PDF')) throw new ImportFileError('import_pdf')
  if (/^(\x89PNG|\xff\xd8\xff|GIF8|RIFF)/.test(head)) throw new ImportFileError('import_image')
  const text = start
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (/^(<!doctype html|<html)/i.test(text)) throw new ImportFileError('import_web_page')
  if (text.startsWith('<?xml')) throw new ImportFileError('import_xml')
  if (/^(\{|\[\s*[{[])/.test(text)) throw new ImportFileError('import_json')
}

export async function readAtLeast(source: AsyncIterator<Buffer>, atLeast: number) {
  const chunks: Buffer[] = []
  let length = 0
  while (length < atLeast) {
    const next = await source.next()
    if (next.done) return { start: Buffer.concat(chunks), isDone: true }
    chunks.push(next.value)
    length += next.value.length
  }
  return { start: Buffer.concat(chunks), isDone: false }
}

export async function* prependStart(
  start: Buffer,
  source: AsyncIterator<Buffer>,
  isDone: boolean,
): AsyncGenerator<Buffer> {
  yield start
  if (isDone) return
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}

async function* decodeUtf16(body: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* decodeUtf8(
  body: AsyncIterable<Buffer>,
  onWarning: (code: EncodingWarning) => void,
): AsyncGenerator<string> {
  let incompleteBytes: Buffer = Buffer.alloc(0)
  let latinDecoder: TextDecoder | undefined
  let isAsciiSoFar = true
  const decodeChunk = (bytes: Buffer) => {
    if (latinDecoder) return latinDecoder.decode(bytes)
    if (isUtf8(bytes)) {
      isAsciiSoFar &&= isAscii(bytes)
      return bytes.toString('utf8')
    }
    // The file had valid UTF-8 letters before, so these bytes are damaged UTF-8 and not another
    // encoding.
    if (!isAsciiSoFar) {
      onWarning('invalid_bytes')
      return bytes.toString('utf8')
    }
    onWarning('encoding')
    latinDecoder = new TextDecoder('windows-1252')
    return latinDecoder.decode(bytes)
  }
  for await (const chunk of body) {
    const bytes: Buffer =
      incompleteBytes.length > 0 ? Buffer.concat([incompleteBytes, chunk]) : chunk
    const wholeLength = latinDecoder ? bytes.length : countWholeCharacters(bytes)
    incompleteBytes = bytes.subarray(wholeLength)
    yield decodeChunk(bytes.subarray(0, wholeLength))
  }
  if (incompleteBytes.length > 0) yield decodeChunk(incompleteBytes)
}

/**
 * Returns how many bytes are whole characters. A character that the end of the chunk cuts waits for
 * the next chunk.
 */
function countWholeCharacters(bytes: Buffer): number {
  for (let offset = 1; offset <= Math.min(3, bytes.length); offset++) {
    const byte = bytes[bytes.length - offset] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    return getSequenceLength(byte) > offset ? bytes.length - offset : bytes.length
  }
  return bytes.length
}

/** Returns how many bytes the UTF-8 character has that starts with this byte. */
function getSequenceLength(firstByte: number): number {
  if (firstByte >= 0xf0) return 4
  if (firstByte >= 0xe0) return 3
  return firstByte >= 0xc0 ? 2 : 1
}
