import { createHash } from 'node:crypto'

/** One file with many in it (tar, POSIX.1-1988 ustar), written and read as a stream; any tar program can list and unpack it. */
export type Entry = { name: string; size: number; body: AsyncIterable<Buffer> | Buffer[] }
/** The last entry: what came before it, and what those bytes sum up to. */
export type End<T> = { sha256: string; told: T }

const block = 512
const endName = 'end.json'
const padding = (size: number) => Buffer.alloc((block - (size % block)) % block)

/** All entries, and behind them what `tell` says then with the checksum over every byte before. */
export async function* writeArchive<T>(
  entries: AsyncIterable<Entry>,
  tell: () => T,
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for await (const { name, size, body } of entries) {
    for await (const chunk of entryBytes(name, size, body)) {
      sum.update(chunk)
      yield chunk
    }
  }
  const end = Buffer.from(JSON.stringify({ sha256: sum.digest('hex'), told: tell() }))
  yield* entryBytes(endName, end.length, [end])
  yield Buffer.alloc(2 * block)
}

async function* entryBytes(
  name: string,
  size: number,
  body: Entry['body'],
): AsyncGenerator<Buffer> {
  yield headerOf(name, size)
  let written = 0
  for await (const chunk of body) {
    written += chunk.length
    yield chunk
  }
  if (written !== size) throw new Error(`${name} changed while it was being read`)
  yield padding(size)
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  const [prefix, rest] = splitName(name)
  header.write(rest, 0, 100)
  header.write(`0000600\0${'0000000\0'.repeat(2)}`, 100)
  header.write(`${size.toString(8).padStart(11, '0')} `, 124)
  header.write('00000000000 ', 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Long names are kept in two pieces, parted at a slash. */
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return [prefix, rest]
  }
  throw new Error(`the name ${name} is too long for a backup`)
}

/**
 * Reads an archive entry by entry, and gives what its end tells. Throws when a byte is not as it was written, or the end is
 * missing; only then has everything been checked, so whatever is done with entries before must be possible to take back.
 */
export async function readArchive<T>(
  bytes: AsyncIterable<Buffer>,
  take: (entry: { name: string; size: number; body: AsyncIterable<Buffer> }) => Promise<void>,
): Promise<T> {
  const source = openSource(bytes)
  const sum = createHash('sha256')
  for (;;) {
    const header = await source.exactly(block)
    const { name, size } = readHeader(header)
    if (name === endName) {
      const end: End<T> = JSON.parse((await source.exactly(size)).toString())
      if (end.sha256 !== sum.digest('hex'))
        throw new Error('its checksum is not that of its contents')
      return end.told
    }
    sum.update(header)
    let left = size
    const body = (async function* () {
      while (left > 0) {
        const chunk = await source.upTo(left)
        left -= chunk.length
        sum.update(chunk)
        yield chunk
      }
    })()
    await take({ name, size, body })
    while (left > 0) await body.next()
    sum.update(await source.exactly(padding(size).length))
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) =>
    header.toString('utf8', from, to).split('\0')[0]?.trim() ?? ''
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (text(257, 262) !== 'ustar' || Number.parseInt(text(148, 156), 8) !== sum)
    throw new Error('it is no backup, or damaged')
  const prefix = text(345, 500)
  return {
    name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
    size: Number.parseInt(text(124, 136), 8),
  }
}

/** The bytes of a stream in pieces of wished lengths. */
function openSource(bytes: AsyncIterable<Buffer>) {
  const coming = bytes[Symbol.asyncIterator]()
  let present: Buffer = Buffer.alloc(0)
  const upTo = async (length: number): Promise<Buffer> => {
    while (present.length === 0) {
      const next = await coming.next()
      if (next.done) throw new Error('it is cut off')
      present = next.value
    }
    const taken = present.subarray(0, length)
    present = present.subarray(taken.length)
    return taken
  }
  const exactly = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let left = length; left > 0; left -= parts.at(-1)?.length ?? 0)
      parts.push(await upTo(left))
    return Buffer.concat(parts)
  }
  return { upTo, exactly }
}
