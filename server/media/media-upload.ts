import type { Disk } from 'flydrive'
import type { Media } from '#contract/product/media.ts'
import { insertRows, type RunInTransaction } from '../lib/db/db.ts'
import { sourceFileName } from '../lib/file/image-source.ts'
import type { UploadedImage } from '../lib/file/image-upload.ts'
import { enqueueImageEncoding } from './encode-images-job.ts'
import { listMediaByIds } from './media-store.ts'

/** Stores the files and rows of images that have been decoded, all or none. */
export async function saveUploads(
  uploads: readonly UploadedImage[],
  disk: Disk,
  storeId: string,
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
    const url = `/media/${storeId}/${id}`
    return {
      row: {
        _id: id,
        fileName,
        hash,
        url: `${url}/1200.webp`,
        width: image.width,
        height: image.height,
        bytes: image.files.at(-1)?.bytes.length ?? 0,
        // The files for shoppers would not be animated.
        encodedAt: image.animation === 'kept' ? new Date() : null,
      },
      url,
      image,
    }
  })
  const storedFiles = rows.flatMap(({ url, image }) => {
    const folder = url.slice('/media/'.length)
    return [
      ...image.files.map(file => ({ key: `${folder}/${file.width}.webp`, bytes: file.bytes })),
      ...(image.source ? [{ key: `${folder}/${sourceFileName}`, bytes: image.source }] : []),
    ]
  })
  try {
    // After an error, other files can still be on their way. They would arrive after the deletion.
    const results = await Promise.allSettled(
      storedFiles.map(file => disk.put(file.key, file.bytes)),
    )
    const failure = results.find(result => result.status === 'rejected')
    if (failure) throw failure.reason
    return await runInTransaction(async tx => {
      await insertRows(
        tx,
        'media',
        rows.map(({ row }) => row),
      )
      await enqueueImageEncoding(tx, storeId)
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
