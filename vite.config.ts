import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const outDir = 'dist'

export default defineConfig({
  plugins: [react(), compress()],
  publicDir: 'web/public',
  build: { outDir, emptyOutDir: true, target: 'es2023', reportCompressedSize: false },
})

/** Writes .br and .gz beside every text file once, so that the server compresses nothing while it serves. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = outDir }) {
      const entries = await readdir(dir, { withFileTypes: true, recursive: true })
      const texts = entries.filter(entry => entry.isFile() && /\.(js|css|svg|json|html|webmanifest)$/.test(entry.name))
      await Promise.all(texts.map(entry => compressFile(join(entry.parentPath, entry.name))))
    },
  }
}

async function compressFile(path: string) {
  const text = await readFile(path)
  if (text.length < 1024) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  await Promise.all([
    promisify(brotliCompress)(text, quality).then(packed => writeFile(`${path}.br`, packed)),
    promisify(gzip)(text, { level: 9 }).then(packed => writeFile(`${path}.gz`, packed)),
  ])
}
