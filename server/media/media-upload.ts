import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import type { Media } from '#contract/media.ts'
import { insertAll, type Tx } from '../lib/db/db.ts'
import { readPictures, type Upload } from '../lib/file/picture-upload.ts'
import { findMedia } from './media-store.ts'

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Stores the pictures of one request, all or none. No transaction is open while they are read, decoded and written. */
export const storeUploads = async (
  files: AsyncIterable<MultipartFile>,
  disk: Disk,
  businessId: string,
  inTx: InTx,
): Promise<Media[]> => keepUploads(await readPictures(files, businessId), disk, businessId, inTx)

/** Writes the files and rows of pictures that are read already. */
export async function keepUploads(
  uploads: readonly Upload[],
  disk: Disk,
  businessId: string,
  inTx: InTx,
): Promise<Media[]> {
  const ids = await inTx(
    tx =>
      tx<
        { id: string }[]
      >`select new_id() as id from generate_series(1, ${uploads.length}::integer)`,
  )
  const rows = uploads.map(({ fileName, hash, picture }, i) => {
    const id = ids[i]?.id ?? crypto.randomUUID()
    const url = `/media/${businessId}/${id}`
    return {
      row: {
        _id: id,
        fileName,
        hash,
        url: `${url}/1200.webp`,
        width: picture.width,
        height: picture.height,
        bytes: picture.files.at(-1)?.bytes.length ?? 0,
      },
      url,
      picture,
    }
  })
  const written = rows.flatMap(({ url, picture }) =>
    picture.files.map(file => ({
      key: `${url.slice('/media/'.length)}/${file.width}.webp`,
      bytes: file.bytes,
    })),
  )
  try {
    await Promise.all(written.map(file => disk.put(file.key, file.bytes)))
    return await inTx(async tx => {
      await insertAll(
        tx,
        'media',
        rows.map(({ row }) => row),
      )
      return findMedia(
        tx,
        rows.map(({ row }) => row._id),
      )
    })
  } catch (error) {
    await Promise.allSettled(written.map(file => disk.delete(file.key)))
    throw error
  }
}
