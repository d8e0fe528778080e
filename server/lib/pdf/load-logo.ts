import type { Disk } from 'flydrive'
import sharp from 'sharp'
import { isFileMissing } from '../file/is-file-missing.ts'

/** Returns a logo as PNG, which PDF can contain, or undefined if the file is missing. */
export async function loadLogo(disk: Disk, url: string): Promise<Buffer | undefined> {
  const key = url.replace(/^\/media\//, '')
  if (key === '' || key === url) return undefined
  const bytes = await disk.getBytes(key).catch(error => {
    if (!isFileMissing(error)) throw error
  })
  if (!bytes) return undefined
  return sharp(Buffer.from(bytes))
    .resize({ width: 640, height: 192, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
}
