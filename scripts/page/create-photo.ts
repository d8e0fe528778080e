import sharp from 'sharp'

const width = 2000
/** Patterns of these sizes in pixels, because photos have details of every size. */
const grainSizes = [2, 8, 32]

/**
 * Returns a drawn image with the size and the grain of a photo, so that the files of the encoder are as
 * large as those of photos. Images with transparency are returned unchanged.
 */
export async function createPhoto(drawing: Buffer): Promise<Buffer> {
  const { hasAlpha } = await sharp(drawing).metadata()
  if (hasAlpha) return drawing
  const { data, info } = await sharp(drawing)
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const layers = await Promise.all(grainSizes.map(size => createGrain(info, size)))
  return sharp(data, { raw: info })
    .composite(layers.map(input => ({ input, blend: 'soft-light' })))
    .jpeg({ quality: 90 })
    .toBuffer()
}

const createGrain = ({ width, height }: { width: number; height: number }, size: number) =>
  sharp({
    create: {
      width: Math.ceil(width / size),
      height: Math.ceil(height / size),
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .resize({ width, height, fit: 'fill' })
    .jpeg({ quality: 95 })
    .toBuffer()
