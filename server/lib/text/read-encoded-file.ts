import { isUtf8 } from 'node:buffer'
import type { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import { findByteOrderMark } from './byte-order-mark.ts'
import { detectEncoding } from './detect-encoding.ts'
import { isZipFile } from './zip-file.ts'

/**
 * The encoding of a file that is not in Unicode, and some of its cells in their own bytes, as base64.
 */
export type FileEncoding = { encoding: ImportEncoding; encodingSamples: string[] }

type EncodedFile = {
  /** Opens the file in UTF-8, or unchanged. */
  openFile: () => AsyncGenerator<Buffer>
  /** Null for workbooks, and for texts that are certainly in Unicode. */
  encoding: FileEncoding | null
}

/** Returns a file in UTF-8, read in the chosen or the detected encoding. */
export async function readEncodedFile(
  input: AsyncIterable<Buffer>,
  chosenEncoding: ImportEncoding | null,
): Promise<EncodedFile> {
  const bytes = Buffer.concat(await Array.fromAsync(input))
  const encoding = await findFileEncoding(
    bytes,
    async cells => chosenEncoding ?? detectEncoding(cells),
  )
  if (!encoding) return { openFile: () => splitFile(bytes), encoding }
  const usedEncoding = chosenEncoding ?? encoding.encoding
  return {
    openFile: () => transcode(bytes, usedEncoding),
    encoding: { ...encoding, encoding: usedEncoding },
  }
}

/**
 * Returns the encoding of a file, or null for workbooks and for texts that are certainly in Unicode.
 * `detect` returns the encoding of cells that are not in Unicode.
 */
export async function findFileEncoding(
  bytes: Buffer,
  detect: (cells: Buffer) => Promise<ImportEncoding>,
): Promise<FileEncoding | null> {
  if (isZipFile(bytes) || findByteOrderMark(bytes)) return null
  const utf16 = detectUtf16(bytes)
  if (utf16)
    return { encoding: utf16, encodingSamples: [bytes.toString('base64', 0, utf16SampleBytes)] }
  if (isUnicode(bytes)) return null
  const lines = findEncodedLines(bytes)
  return {
    encoding: await detect(joinEncodedCells(lines)),
    encodingSamples: createSamples(lines),
  }
}

const chunkBytes = 65_536
const utf16SampleBytes = 240

async function* splitFile(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start === 0 || start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes)
}

async function* transcode(bytes: Buffer, encoding: ImportEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of splitFile(bytes))
    yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** Returns UTF-16 if each second byte of many is 0, as in the delimiters and digits of a table. */
function detectUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 4096)
  const zeros = [...start.keys()].filter(index => start[index] === 0)
  if (zeros.length < Math.max(2, start.length / 50)) return undefined
  if (zeros.every(index => index % 2 === 1)) return 'utf-16le'
  return zeros.every(index => index % 2 === 0) ? 'utf-16be' : undefined
}

/** The bytes that switch to Japanese letters in ISO-2022-JP, which is ASCII otherwise. */
const japaneseSwitch = Buffer.from('\u001b$')

/** Returns whether the text is UTF-8, apart from a few damaged characters. */
function isUnicode(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return !bytes.includes(japaneseSwitch)
  const text = Buffer.concat(findEncodedLines(bytes)).toString()
  const damagedCount = text.split('\uFFFD').length - 1
  const letterCount = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return letterCount > 4 * damagedCount
}

/** Detection needs no more. */
const detectionBytes = 65_536
const maxLineBytes = 2000
const isEncoded = (byte: number) => byte >= 0x80 || byte === 0x1b

/** Returns the first lines that are not ASCII only. */
function findEncodedLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let total = 0
  for (let index = 0; index < bytes.length && total < detectionBytes; index++) {
    if (!isEncoded(bytes[index] ?? 0)) continue
    const start = Math.max(bytes.lastIndexOf(0x0a, index) + 1, index - maxLineBytes)
    const lineEnd = bytes.indexOf(0x0a, index)
    const end = Math.min(lineEnd < 0 ? bytes.length : lineEnd + 1, index + maxLineBytes)
    lines.push(bytes.subarray(start, end))
    total += end - start
    index = end - 1
  }
  return lines
}

/** Returns the cells that are not ASCII only. The others would outweigh a few letters. */
function joinEncodedCells(lines: readonly Buffer[]): Buffer {
  const text = Buffer.concat(lines).toString('latin1')
  const cells = text.match(/[^,;\t\r\n]*[\x80-\xff][^,;\t\r\n]*/g) ?? [text]
  return Buffer.from(cells.join('\n'), 'latin1')
}

const maxSamples = 5
const maxSampleBytes = 160

/** Returns the first different beginnings of lines. */
function createSamples(lines: readonly Buffer[]): string[] {
  const samples = lines.slice(0, 100).map(line => cutSample(line).toString('base64'))
  return [...new Set(samples)].slice(0, maxSamples)
}

/** Cuts a long line before the cell that has other characters than ASCII, and after a cell. */
function cutSample(line: Buffer): Buffer {
  const text = line.toString('latin1').trimEnd()
  if (text.length <= maxSampleBytes) return line.subarray(0, text.length)
  const first = line.findIndex(isEncoded)
  const start = Math.max(...[',', ';', '\t'].map(each => text.lastIndexOf(each, first) + 1))
  const end = start + maxSampleBytes
  const lastCell = Math.max(...[',', ';', '\t'].map(each => text.lastIndexOf(each, end)))
  return line.subarray(start, lastCell > first ? lastCell : end)
}
