import { mediaApi } from '#contract/product/media.ts'
import type { Seller } from './test-seller.ts'

/** Uploads a PNG image and returns its media. */
export async function uploadImage(seller: Seller, buffer: Buffer, name = 'image.png') {
  const [media] = await seller.send(mediaApi.upload, {
    multipart: { file: { name, mimeType: 'image/png', buffer } },
  })
  if (!media) throw new Error('The image was not uploaded.')
  return media
}
