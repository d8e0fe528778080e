import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkListPlugin } from './scripts/build/chunk-list-plugin.ts'
import { directIconsPlugin } from './scripts/build/direct-icons-plugin.ts'
import { precompressPlugin } from './scripts/build/precompress-plugin.ts'
import { splitTextsPlugin } from './scripts/build/split-texts-plugin.ts'
import { listServedPaths } from './scripts/page/list-page-paths.ts'

const outDir = 'dist/web'

// One file compresses better than forty, and a browser requests it in one round trip.
const web = join(import.meta.dirname, 'web')
const loginRoot = 'account/login/render-standalone-login.tsx'
const packingRoot = 'packing/render-packing.tsx'
const shellRoot = 'app.tsx'
const listRoots = {
  product: 'product/list/product-list-page.tsx',
  order: 'order/list/order-list-page.tsx',
  customer: 'customer/customer-list-page.tsx',
}

// Mantine exports all its components from one module. Their imports are resolved by name.
const barrelPattern = /node_modules\/@mantine\/(core|hooks)\/esm\/index\.mjs$/
const barrelImportPattern = /import\s*\{([^}]*)\}\s*from\s*['"]@mantine\//g

/** The starts of the names of files that most visits load. */
const firstFileNames = [
  'base',
  'login',
  'shared',
  'shell',
  'list',
  'packing',
  'icons',
  ...Object.keys(listRoots),
  'en',
  'index',
]

const staticFrameStyles =
  /\/(account-shell|app-shell|bottom-bar|menu|navbar|store-switcher)\.module\.css/

// The entry imports chunks that import the base. Inside the base it would wait for itself.
const notEntryPattern = /^(?!.*(web\/start\.tsx|index\.html))/

export default defineConfig({
  plugins: [
    react(),
    directIconsPlugin(),
    splitTextsPlugin(),
    pagePathsPlugin(),
    staticFramePlugin(),
    stubZodJsonSchema(),
    precompressPlugin(outDir, firstFileNames),
    chunkListPlugin('dist/web-chunks.json'),
  ],
  publicDir: 'web/public',
  css: {
    modules: {
      // The static shell in index.html uses these names. Names of files are unique.
      generateScopedName: (name, file) =>
        `${basename(file.split('?')[0] ?? file, '.module.css')}_${name}`,
    },
  },
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
            { name: toGroupName, debugName: 'login, shared, shell and list' },
            { name: toListName, debugName: 'lists' },
            // An icon has 200 bytes. Icons of several pages share a chunk, others stay with their
            // page.
            { name: 'icons', test: /@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
})

type ModuleGraph = {
  getModuleInfo: (id: string) => { code: string | null; importedIds: readonly string[] } | null
}
type PageModules = Record<'login' | 'packing' | 'shell', Set<string>> & {
  lists: [string, Set<string>][]
}
let pageModules: PageModules | undefined

const collectPageModules = (graph: ModuleGraph): PageModules => ({
  login: collectImports(loginRoot, graph),
  packing: collectImports(packingRoot, graph),
  shell: collectImports(shellRoot, graph),
  lists: Object.entries(listRoots).map(([name, root]) => [name, collectImports(root, graph)]),
})

/**
 * Returns the file of a module that the login page, the shell or several lists need. The page of
 * packers loads what it shares with them, but neither the shell nor the lists.
 */
function toGroupName(id: string, graph: ModuleGraph): string | null {
  pageModules ??= collectPageModules(graph)
  const { login, packing, shell, lists } = pageModules
  if (login.has(id)) return 'login'
  if (packing.has(id)) return toPackingGroupName(id, pageModules)
  if (shell.has(id)) return 'shell'
  const owners = lists.filter(([, modules]) => modules.has(id)).map(([name]) => name)
  // The list of products is short, and a file of its own would be one more request of most visits.
  return owners.length > 1 || owners[0] === 'product' ? 'list' : null
}

function toPackingGroupName(id: string, { shell, lists }: PageModules): string | null {
  if (/\/(web|contract)\/packing\//.test(id)) return 'packing'
  const isShared = shell.has(id) || lists.some(([, modules]) => modules.has(id))
  return isShared || /\/web\/ui\/|\/node_modules\/@mantine\/hooks\//.test(id) ? 'shared' : null
}

/** Returns the file of a module that one list needs, for itself or with other pages. */
function toListName(id: string, graph: ModuleGraph): string | null {
  pageModules ??= collectPageModules(graph)
  return pageModules.lists.find(([, modules]) => modules.has(id))?.[0] ?? null
}

/** Returns the modules that a root imports statically. */
function collectImports(root: string, graph: ModuleGraph): Set<string> {
  const visited = new Set<string>()
  const visit = (id: string) => {
    if (visited.has(id)) return
    visited.add(id)
    const { code, importedIds } = graph.getModuleInfo(id) ?? { code: '', importedIds: [] }
    const names = new Set(
      [...(code ?? '').matchAll(barrelImportPattern)].flatMap(([, list = '']) =>
        list.split(',').map(name => toFileName(name)),
      ),
    )
    for (const importedId of importedIds)
      if (!barrelPattern.test(importedId)) visit(importedId)
      else
        for (const memberId of graph.getModuleInfo(importedId)?.importedIds ?? [])
          if (names.has(basename(memberId, '.mjs'))) visit(memberId)
  }
  if (!graph.getModuleInfo(join(web, root)))
    throw new Error(`${root}, whose modules share a file, is not in the build. Update its path.`)
  visit(join(web, root))
  return visited
}
/** Returns the name of the file that exports a component or hook of Mantine. */
const toFileName = (name: string) => {
  const exportedName = name.trim().split(/\s/)[0] ?? ''
  return /^[A-Z]/.test(exportedName)
    ? exportedName
    : exportedName.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
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
        source: JSON.stringify(listServedPaths()),
      })
    },
  }
}

/**
 * Keeps the styles of the static shell in the first style file, although `start.tsx` uses none of
 * their names. During development styles arrive after the first paint, so the shell is removed.
 */
function staticFramePlugin(): Plugin {
  return {
    name: 'static-shell',
    enforce: 'post',
    transform: (code, id) =>
      staticFrameStyles.test(id)
        ? { code, map: null, moduleSideEffects: 'no-treeshake' }
        : undefined,
    transformIndexHtml: (html, { server }) =>
      server ? html.replace(/(<div id="root">).*(<\/div>\s*<noscript>)/s, '$1$2') : html,
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
