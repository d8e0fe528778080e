import { encode } from 'uqr'
import { loadSharp } from './image.ts'

const pixelsPerModule = 5

/** Returns a QR code as a PNG image, dark on white with the border that cameras need. */
export async function encodeQrCode(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = Buffer.from(data.flat().map(isDark => (isDark ? 0 : 255)))
  const sharp = await loadSharp()
  return sharp(modules, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, size * pixelsPerModule, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
