import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the image file with this name, such as `mug-tide`. */
export const readDemoImage = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, 'images', `${name}.webp`))
