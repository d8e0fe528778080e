import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Header, type Pack, pack } from 'tar-stream'

export type ArchiveEntry = { name: string; size: number; body: AsyncIterable<Buffer> | Buffer[] }
/**
 * The content of the last entry: a checksum over all other entries, and the summary of the writer.
 */
type ArchiveEnd<T> = { sha256: string; summary: T }
type OnEntry = (
  entry: Omit<ArchiveEntry, 'body'> & { body: AsyncIterable<Buffer> },
) => Promise<void>

type TarEntry = AsyncIterable<unknown> & { header: Header }

const endEntryName = 'end.json'
const incompleteMessage = 'The file is incomplete.'
const damagedMessage = 'The file is damaged or not a backup.'

/**
 * Returns a tar file of the entries. The last entry contains their checksum and the summary, which
 * is read after all other entries have been written.
 */
export function createArchive<T>(
  entries: AsyncIterable<ArchiveEntry>,
  getSummary: () => T,
): Readable {
  const archive = pack()
  writeArchive(archive, entries, getSummary).catch(error => archive.destroy(error))
  return Readable.from(archive, { objectMode: false })
}

async function writeArchive<T>(
  archive: Pack,
  entries: AsyncIterable<ArchiveEntry>,
  getSummary: () => T,
): Promise<void> {
  const hash = createHash('sha256')
  for await (const entry of entries) await writeEntry(archive, entry, hash)
  const end: ArchiveEnd<T> = { sha256: hash.digest('hex'), summary: getSummary() }
  archive.entry({ name: endEntryName, mode: 0o600 }, JSON.stringify(end))
  archive.finalize()
}

async function writeEntry(archive: Pack, { name, size, body }: ArchiveEntry, hash: Hash) {
  hashHeader(hash, name, size)
  const target = archive.entry({ name, size, mode: 0o600, type: 'file' })
  await pipeline(body, source => hashBody(source, { name, size, hash }), target)
}

/** The size separates the content of one entry from the name of the next. */
const hashHeader = (hash: Hash, name: string, size: number) => hash.update(`${name}\0${size}\0`)

async function* hashBody(
  body: ArchiveEntry['body'],
  { name, size, hash }: { name: string; size: number; hash: Hash },
): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    hash.update(chunk)
    yield chunk
  }
  if (length !== size) throw new Error(`${name} changed while it was being read.`)
}

/**
 * Reads an archive entry by entry and returns the summary of its writer. The checksum can be
 * compared only after the last byte, so the caller must be able to undo what `onEntry` does.
 * @throws Error when the file is damaged, incomplete or not an archive
 */
export async function readArchive<T>(bytes: AsyncIterable<Buffer>, onEntry: OnEntry): Promise<T> {
  const reader = extract()
  // An error of the input destroys the reader, so the loop over its entries throws it.
  pipeline(bytes, reader).catch(() => {})
  const hash = createHash('sha256')
  let end: ArchiveEnd<T> | undefined
  try {
    for await (const entry of reader) {
      if (end) throw new Error(damagedMessage)
      if (entry.header.name === endEntryName) end = JSON.parse(await readText(entry))
      else await readEntry(entry, hash, onEntry)
    }
  } catch (error) {
    throw translateTarError(error)
  }
  if (!end) throw new Error(incompleteMessage)
  if (end.sha256 !== hash.digest('hex'))
    throw new Error('The checksum of the file does not match its content.')
  return end.summary
}

async function readEntry(entry: TarEntry, hash: Hash, onEntry: OnEntry): Promise<void> {
  const { name, size, type } = entry.header
  if (type !== 'file') throw new Error(damagedMessage)
  hashHeader(hash, name, size)
  const body = hashBody(Readable.from(entry), { name, size, hash })
  await onEntry({ name, size, body })
  // The checksum also covers bodies that the caller did not read.
  for await (const _ of body);
}

const readText = async (entry: TarEntry) =>
  Buffer.concat(await Readable.from(entry).toArray()).toString()

const tarErrors: Record<string, string> = {
  'Unexpected end of data': incompleteMessage,
  'Invalid tar header. Maybe the tar is corrupted or it needs to be gunzipped?': damagedMessage,
  'Invalid tar header: unknown format.': damagedMessage,
  'Invalid header': damagedMessage,
  'Header exceeds max size': damagedMessage,
}

/**
 * Replaces the messages of tar-stream. Errors of the input and of the caller are returned
 * unchanged.
 */
function translateTarError(error: unknown): unknown {
  const message = error instanceof Error ? tarErrors[error.message] : undefined
  return message === undefined ? error : new Error(message, { cause: error })
}
