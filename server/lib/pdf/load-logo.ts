import type { Disk } from 'flydrive'
import sharp from 'sharp'

/** Returns a logo as PNG, which PDF can contain, or undefined if the file is missing. */
export async function loadLogo(disk: Disk, url: string): Promise<Buffer | undefined> {
  const key = url.replace(/^\/media\//, '')
  if (key === '' || key === url || !(await disk.exists(key))) return undefined
  return sharp(Buffer.from(await disk.getBytes(key)))
    .resize({ width: 640, height: 192, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
}
