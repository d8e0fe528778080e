import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import { type Media, maxImageBytes } from '#contract/media.ts'
import { insertAll, type Tx } from '../lib/db.ts'
import { type EncodedPicture, encodePicture } from '../lib/picture.ts'
import { Problem, refuseField } from '../lib/problem.ts'
import { readUpTo } from '../lib/read-up-to.ts'
import { findMedia } from './media-store.ts'

export type Upload = { fileName: string; hash: string; picture: EncodedPicture }
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Stores the pictures of one request, all or none. No transaction is open while they are read, decoded and written. */
export const storeUploads = async (files: AsyncIterable<MultipartFile>, disk: Disk, businessId: string, inTx: InTx): Promise<Media[]> =>
  keepUploads(await readUploads(files), disk, businessId, inTx)

/** Writes the files and rows of pictures that are read already. */
export async function keepUploads(uploads: readonly Upload[], disk: Disk, businessId: string, inTx: InTx): Promise<Media[]> {
  const ids = await inTx(tx => tx<{ id: string }[]>`select new_id() as id from generate_series(1, ${uploads.length}::integer)`)
  const rows = uploads.map(({ fileName, hash, picture }, i) => {
    const id = ids[i]?.id ?? crypto.randomUUID()
    const url = `/media/${businessId}/${id}`
    return { row: { _id: id, fileName, hash, url: `${url}/1200.webp`, width: picture.width, height: picture.height, bytes: picture.files.at(-1)?.bytes.length ?? 0 }, url, picture }
  })
  const written = rows.flatMap(({ url, picture }) => picture.files.map(file => ({ key: `${url.slice('/media/'.length)}/${file.width}.webp`, bytes: file.bytes })))
  try {
    await Promise.all(written.map(file => disk.put(file.key, file.bytes)))
    return await inTx(async tx => {
      await insertAll(tx, 'media', rows.map(({ row }) => row))
      return findMedia(tx, rows.map(({ row }) => row._id))
    })
  } catch (error) {
    await Promise.allSettled(written.map(file => disk.delete(file.key)))
    throw error
  }
}

/** Reads every file to its end even after a refusal: a browser that cannot finish sending never reads the answer. */
async function readUploads(files: AsyncIterable<MultipartFile>): Promise<Upload[]> {
  const uploads: Upload[] = []
  let refusal: unknown
  for await (const file of files) {
    const fileName = (file.filename ?? '').normalize('NFC').slice(-200).replace(/[\p{C}/\\]/gu, '').trim() || 'picture'
    const bytes = await readUpTo(file, maxImageBytes)
    if (refusal) continue
    if (!bytes) {
      const message = `${fileName} is larger than ${maxImageBytes / 1024 / 1024} MB`
      refusal = new Problem(413, 'too_large', message, { errors: [{ path: 'file', code: 'too_large', message }] })
      continue
    }
    await encodePicture(bytes, fileName).then(
      picture => uploads.push({ fileName, hash: createHash('sha256').update(bytes).digest('hex'), picture }),
      error => { refusal = error },
    )
  }
  if (refusal) throw refusal
  if (uploads.length === 0) throw refuseField('file', 'required', 'Choose at least one picture')
  return uploads
}
