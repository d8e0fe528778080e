import { isAscii, isUtf8 } from 'node:buffer'
import { RefusedFile } from '../import-problem.ts'

type Bom = { bytes: number[]; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32' }

// UTF-32 comes first: its mark begins with that of UTF-16.
const boms: Bom[] = [
  { bytes: [0xff, 0xfe, 0, 0], encoding: 'utf-32' },
  { bytes: [0, 0, 0xfe, 0xff], encoding: 'utf-32' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

export type Decoded = { encoding: string; text: AsyncGenerator<string> }

/**
 * The text of a file. UTF-8, and UTF-16 with a byte order mark, are read; bytes that are neither are taken for
 * Windows' Western letters, and `onGuess` hears of it. Anything else is refused.
 */
export async function decode(
  input: AsyncIterable<Buffer>,
  onGuess: (message: string) => void,
): Promise<Decoded> {
  const source = input[Symbol.asyncIterator]()
  const { start, isDone } = await take(source, 4096)
  refuseForeign(start)
  const bom = boms.find(b => b.bytes.every((byte, i) => start[i] === byte))
  if (bom?.encoding === 'utf-32')
    throw new RefusedFile(
      'encoding',
      'This file is in UTF-32. Save it as CSV in UTF-8 and try again.',
    )
  const body = chain(start.subarray(bom?.bytes.length ?? 0), source, isDone)
  if (bom && bom.encoding !== 'utf-8')
    return { encoding: bom.encoding, text: decodeWith(body, bom.encoding) }
  if (start.includes(0))
    throw new RefusedFile(
      'encoding',
      'This is not a text file, or its encoding is not known. Save it as CSV in UTF-8 and try again.',
    )
  return { encoding: 'utf-8', text: decodeUtf8(body, onGuess) }
}

function refuseForeign(start: Buffer) {
  if (start.length === 0) throw new RefusedFile('empty', 'This file is empty.')
  const head = start.subarray(0, 4).toString('latin1')
  if (head.startsWith('PK'))
    throw new RefusedFile(
      'workbook',
      'This is a workbook or a zip file. Save the sheet as CSV in UTF-8 and try again.',
    )
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw new RefusedFile(
      'workbook',
      'This is an old Excel workbook. Save the sheet as CSV in UTF-8 and try again.',
    )
  if (head.startsWith('%PDF')) throw new RefusedFile('encoding', 'This is a PDF, not a CSV file.')
}

async function take(source: AsyncIterator<Buffer>, atLeast: number) {
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

async function* chain(
  start: Buffer,
  source: AsyncIterator<Buffer>,
  isDone: boolean,
): AsyncGenerator<Buffer> {
  yield start
  if (isDone) return
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}

async function* decodeWith(body: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* decodeUtf8(
  body: AsyncIterable<Buffer>,
  onGuess: (message: string) => void,
): AsyncGenerator<string> {
  let carry: Buffer = Buffer.alloc(0)
  let latin: TextDecoder | undefined
  let isPlain = true
  const read = (bytes: Buffer) => {
    if (latin) return latin.decode(bytes)
    if (isUtf8(bytes)) {
      isPlain &&= isAscii(bytes)
      return bytes.toString('utf8')
    }
    // Real UTF-8 letters came before, so this is damage within UTF-8 and no other encoding.
    if (!isPlain) {
      onGuess('The file has bytes that are not UTF-8; they were replaced by \uFFFD.')
      return bytes.toString('utf8')
    }
    onGuess(
      'The file is not in UTF-8; its letters were read as Western European (Windows-1252). Check accents before you go on.',
    )
    latin = new TextDecoder('windows-1252')
    return latin.decode(bytes)
  }
  for await (const chunk of body) {
    const bytes: Buffer = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk
    const whole = latin ? bytes.length : wholeLetters(bytes)
    carry = bytes.subarray(whole)
    yield read(bytes.subarray(0, whole))
  }
  if (carry.length > 0) yield read(carry)
}

/** How many bytes make whole letters: a letter cut by the chunk's end waits for the next chunk. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needs > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
