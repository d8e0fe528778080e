import { createHash } from 'node:crypto'

/** One file with many in it (tar, POSIX.1-1988 ustar), written and read as a stream; any tar program can list and unpack it. */
export type ArchiveEntry = { name: string; size: number; body: AsyncIterable<Buffer> | Buffer[] }
/** The last entry: what came before it, and what those bytes sum up to. */
export type ArchiveEnd<T> = { sha256: string; told: T }

const blockSize = 512
const endEntryName = 'end.json'
const createPadding = (size: number) => Buffer.alloc((blockSize - (size % blockSize)) % blockSize)

/** All entries, and behind them what `tell` says then with the checksum over every byte before. */
export async function* createArchive<T>(
  entries: AsyncIterable<ArchiveEntry>,
  getSummary: () => T,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const { name, size, body } of entries) {
    for await (const chunk of encodeEntry(name, size, body)) {
      hash.update(chunk)
      yield chunk
    }
  }
  const end = Buffer.from(JSON.stringify({ sha256: hash.digest('hex'), told: getSummary() }))
  yield* encodeEntry(endEntryName, end.length, [end])
  yield Buffer.alloc(2 * blockSize)
}

async function* encodeEntry(
  name: string,
  size: number,
  body: ArchiveEntry['body'],
): AsyncGenerator<Buffer> {
  yield encodeHeader(name, size)
  let written = 0
  for await (const chunk of body) {
    written += chunk.length
    yield chunk
  }
  if (written !== size) throw new Error(`${name} changed while it was being read`)
  yield createPadding(size)
}

function encodeHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockSize)
  const [prefix, baseName] = splitName(name)
  header.write(baseName, 0, 100)
  header.write(`0000600\0${'0000000\0'.repeat(2)}`, 100)
  header.write(`${size.toString(8).padStart(11, '0')} `, 124)
  header.write('00000000000 ', 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, 155)
  const checksum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Long names are kept in two pieces, parted at a slash. */
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (
    let slashIndex = name.lastIndexOf('/');
    slashIndex > 0;
    slashIndex = name.lastIndexOf('/', slashIndex - 1)
  ) {
    const [prefix, baseName] = [name.slice(0, slashIndex), name.slice(slashIndex + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(baseName) <= 100)
      return [prefix, baseName]
  }
  throw new Error(`the name ${name} is too long for a backup`)
}

/**
 * Reads an archive entry by entry, and gives what its end tells. Throws when a byte is not as it was written, or the end is
 * missing; only then has everything been checked, so whatever is done with entries before must be possible to take back.
 */
export async function readArchive<T>(
  bytes: AsyncIterable<Buffer>,
  onEntry: (entry: { name: string; size: number; body: AsyncIterable<Buffer> }) => Promise<void>,
): Promise<T> {
  const source = createByteReader(bytes)
  const hash = createHash('sha256')
  for (;;) {
    const header = await source.exactly(blockSize)
    const { name, size } = decodeHeader(header)
    if (name === endEntryName) {
      const end: ArchiveEnd<T> = JSON.parse((await source.exactly(size)).toString())
      if (end.sha256 !== hash.digest('hex'))
        throw new Error('its checksum is not that of its contents')
      return end.told
    }
    hash.update(header)
    let remaining = size
    const body = (async function* () {
      while (remaining > 0) {
        const chunk = await source.upTo(remaining)
        remaining -= chunk.length
        hash.update(chunk)
        yield chunk
      }
    })()
    await onEntry({ name, size, body })
    while (remaining > 0) await body.next()
    hash.update(await source.exactly(createPadding(size).length))
  }
}

function decodeHeader(header: Buffer): { name: string; size: number } {
  const readText = (from: number, to: number) =>
    header.toString('utf8', from, to).split('\0')[0]?.trim() ?? ''
  const checksum = header.reduce(
    (total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte),
    0,
  )
  if (readText(257, 262) !== 'ustar' || Number.parseInt(readText(148, 156), 8) !== checksum)
    throw new Error('it is no backup, or damaged')
  const prefix = readText(345, 500)
  return {
    name: prefix ? `${prefix}/${readText(0, 100)}` : readText(0, 100),
    size: Number.parseInt(readText(124, 136), 8),
  }
}

/** The bytes of a stream in pieces of wished lengths. */
function createByteReader(bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)
  const readUpTo = async (length: number): Promise<Buffer> => {
    while (buffer.length === 0) {
      const next = await iterator.next()
      if (next.done) throw new Error('it is cut off')
      buffer = next.value
    }
    const chunk = buffer.subarray(0, length)
    buffer = buffer.subarray(chunk.length)
    return chunk
  }
  const readExactly = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let remaining = length; remaining > 0; remaining -= parts.at(-1)?.length ?? 0)
      parts.push(await readUpTo(remaining))
    return Buffer.concat(parts)
  }
  return { upTo: readUpTo, exactly: readExactly }
}
