import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listPagePaths } from './scripts/list-page-paths.ts'
import { splitTextsPlugin } from './scripts/split-texts-plugin.ts'

const outDir = 'dist'

// Modules that every page of the back office needs and the login page does not. One file compresses
// better than forty.
const framePattern = toPattern(
  'node_modules/(react-router|@tanstack/(query-core|react-query)|@floating-ui)/',
  'node_modules/(react-remove-scroll(-bar)?|react-style-singleton|tslib|get-nonce)/',
  'node_modules/(use-sidecar|use-callback-ref)/',
  '@mantine/core/esm/components/(Affix|Avatar|Drawer|FocusTrap|Group|Kbd|Menu|Modal|ModalBase)/',
  '@mantine/core/esm/components/(Overlay|Paper|Popover|Portal|RemoveScroll|ScrollArea|Stack)/',
  '@mantine/core/esm/components/(Tooltip|VisuallyHidden)/',
  '@mantine/core/esm/utils/Floating/|(AccordionChevron|CheckIcon|RadioIcon)\\.mjs',
  '@mantine/hooks/esm/use-(click-outside|debounced-callback|disclosure|focus-return|focus-trap)/',
  '@mantine/hooks/esm/(use-(long-press|window-event)|utils/use-callback-ref)/',
  'contract/(business|import|notification|lib/(bulk|money))\\.ts',
  'web/(bookmark/bookmark-icon|business/use-switch-store)\\.tsx?',
  'web/lib/(call/(api|transfer-store)|session/(permission-gate|use-current-store))\\.tsx?',
  'web/lib/(preference/customizer-state|formatters)\\.tsx?',
  'web/lib/navigation/(list-scroll-position|use-page-title|navigation-target|shortcut)\\.tsx?',
  'web/ui/page/(empty-state|error-state|page-header|full-page-message)\\.tsx',
  'web/ui/art/art-(disconnected|door|not-authorized|not-found)\\.tsx',
)

// Modules of every form and button, also on the login page.
const formPattern = toPattern(
  'node_modules/(react-i18next|clsx)/',
  '@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)',
  '@mantine/core/esm/(core|components/(ActionIcon|Anchor|Button|CloseButton|Input|InputBase))/',
  '@mantine/core/esm/components/(Loader|Text|Transition|UnstyledButton)/',
  '@mantine/hooks/esm/(use-(did-update|id|media-query|merged-ref|reduced-motion|uncontrolled))/',
  '@mantine/hooks/esm/utils/random-id/',
  'web/lib/call/call-api\\.ts|web/ui/art/(art-cat|art-frame|art-scene|logo)\\.tsx',
)

// Modules of every list.
const listPattern = toPattern(
  '@mantine/core/esm/(components/(Checkbox|NativeSelect)|utils/(InlineInput|InputsGroupFieldset))/',
  'web/list/(bulk-toolbar|column-|count-tabs|data-list|data-table|list-(?!columns)|row-count)',
  'web/list/(table-|use-list-)',
  'web/list/(use-default-view|use-selection|view-menu)',
  'web/ui/(page/entity-cell|art/art-nothing-matches)',
  'web/lib/page/memo-component|contract/view\\.ts',
)

// The entry imports chunks that import the base. Inside the base it would wait for itself.
const notEntryPattern = /^(?!.*(web\/start\.tsx|index\.html))/

export default defineConfig({
  plugins: [
    react(),
    splitTextsPlugin(),
    pagePathsPlugin(),
    stubZodJsonSchema(),
    precompressPlugin(),
  ],
  publicDir: 'web/public',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', tags: ['$initial'], test: notEntryPattern },
            { name: 'form', test: formPattern },
            { name: 'frame', test: framePattern },
            { name: 'list', test: listPattern },
            // An icon has 200 bytes. Icons of several pages share a chunk, others stay with their
            // page.
            { name: 'icons', test: /@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
})

function toPattern(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'))
}

/** Writes the paths of all pages for the server, which responds to every other path with a 404. */
function pagePathsPlugin(): Plugin {
  return {
    name: 'page-paths',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'page-paths.json',
        source: JSON.stringify(listPagePaths()),
      })
    },
  }
}

/** Removes zod's JSON schema generator from the browser bundle. Only the server uses it. */
function stubZodJsonSchema(): Plugin {
  return {
    name: 'stub-zod-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const exports = [...names, 'process'].map(name => `stub as ${name}`)
      return `const stub = () => ({})\nexport { ${exports.join(', ')} }`
    },
  }
}

/**
 * Writes a .br and a .gz file beside every text file, so that the server does not compress at run
 * time.
 */
function precompressPlugin(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = outDir }) {
      const entries = await readdir(dir, { withFileTypes: true, recursive: true })
      const textFiles = entries.filter(
        entry => entry.isFile() && /\.(js|css|svg|json|html|webmanifest)$/.test(entry.name),
      )
      await Promise.all(textFiles.map(entry => compressFile(join(entry.parentPath, entry.name))))
    },
  }
}

async function compressFile(path: string) {
  const text = await readFile(path)
  if (text.length < 1024) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  await Promise.all([
    promisify(brotliCompress)(text, quality).then(compressed =>
      writeFile(`${path}.br`, compressed),
    ),
    promisify(gzip)(text, { level: 9 }).then(compressed => writeFile(`${path}.gz`, compressed)),
  ])
}
