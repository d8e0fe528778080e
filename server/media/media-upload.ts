import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import type { Media } from '#contract/media.ts'
import { insertRows, type RunInTransaction } from '../lib/db/db.ts'
import { readUploadedImages, type UploadedImage } from '../lib/file/image-upload.ts'
import { listMediaByIds } from './media-store.ts'

/**
 * Stores the images of one request, all or none. No transaction is open while they are received,
 * decoded and written to disk.
 */
export const storeUploads = async (
  files: AsyncIterable<MultipartFile>,
  disk: Disk,
  businessId: string,
  runInTransaction: RunInTransaction,
): Promise<Media[]> =>
  saveUploads(await readUploadedImages(files, businessId), disk, businessId, runInTransaction)

/** Stores the files and rows of images that have been decoded. */
export async function saveUploads(
  uploads: readonly UploadedImage[],
  disk: Disk,
  businessId: string,
  runInTransaction: RunInTransaction,
): Promise<Media[]> {
  const ids = await runInTransaction(
    tx =>
      tx<
        { id: string }[]
      >`select new_id() as id from generate_series(1, ${uploads.length}::integer)`,
  )
  const rows = uploads.map(({ fileName, hash, image }, i) => {
    const id = ids[i]?.id ?? crypto.randomUUID()
    const url = `/media/${businessId}/${id}`
    return {
      row: {
        _id: id,
        fileName,
        hash,
        url: `${url}/1200.webp`,
        width: image.width,
        height: image.height,
        bytes: image.files.at(-1)?.bytes.length ?? 0,
      },
      url,
      image,
    }
  })
  const storedFiles = rows.flatMap(({ url, image }) =>
    image.files.map(file => ({
      key: `${url.slice('/media/'.length)}/${file.width}.webp`,
      bytes: file.bytes,
    })),
  )
  try {
    await Promise.all(storedFiles.map(file => disk.put(file.key, file.bytes)))
    return await runInTransaction(async tx => {
      await insertRows(
        tx,
        'media',
        rows.map(({ row }) => row),
      )
      return listMediaByIds(
        tx,
        rows.map(({ row }) => row._id),
      )
    })
  } catch (error) {
    await Promise.allSettled(storedFiles.map(file => disk.delete(file.key)))
    throw error
  }
}
