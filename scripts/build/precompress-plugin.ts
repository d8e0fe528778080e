import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** The best quality takes 20 times the time of the fast one, for files that are 6% smaller. */
const [bestQuality, fastQuality] = [constants.BROTLI_MAX_QUALITY, 7]

/**
 * Writes a .br and a .gz file beside every text file, so that the server does not compress at run
 * time. `bestNames` are the starts of the names, up to a hyphen, that are worth the best quality; by
 * default, all files are. A name without a file, such as that of a renamed chunk, fails the build.
 */
export function precompressPlugin(folder: string, bestNames?: readonly string[]): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = folder }) {
      const entries = await readdir(dir, { withFileTypes: true, recursive: true })
      const textFiles = entries.filter(
        entry =>
          entry.isFile() &&
          /\.(js|css|svg|json|html|webmanifest)$/.test(entry.name) &&
          // The server reads the files of this folder itself.
          basename(entry.parentPath) !== '.vite',
      )
      const hasName = (file: string, name: string) => file.startsWith(`${name}-`)
      const missingName = bestNames?.find(name => !textFiles.some(file => hasName(file.name, name)))
      if (missingName) this.error(`No file is called ${missingName}. Update its name.`)
      const isBest = (file: string) => bestNames?.some(name => hasName(file, name)) ?? true
      await Promise.all(
        textFiles.map(entry =>
          compressFile(
            join(entry.parentPath, entry.name),
            isBest(entry.name) ? bestQuality : fastQuality,
          ),
        ),
      )
    },
  }
}

async function compressFile(path: string, brotliQuality: number) {
  const text = await readFile(path)
  if (text.length < 1024) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }
  await Promise.all([
    promisify(brotliCompress)(text, quality).then(compressed =>
      writeFile(`${path}.br`, compressed),
    ),
    promisify(gzip)(text, { level: 9 }).then(compressed => writeFile(`${path}.gz`, compressed)),
  ])
}
