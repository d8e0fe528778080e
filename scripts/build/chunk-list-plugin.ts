import { writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A built script: the chunks that it imports statically, and the bytes of each module in it. */
export type ListedChunk = { imports: string[]; modules: Record<string, number> }

/** Writes the chunks by name into `file`, so that their size can be checked without another build. */
export function chunkListPlugin(file: string): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks: Record<string, ListedChunk> = {}
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        const modules = part.moduleIds.map(id => [id, part.modules[id]?.renderedLength ?? 0])
        chunks[part.fileName] = { imports: part.imports, modules: Object.fromEntries(modules) }
      }
      writeFileSync(file, JSON.stringify(chunks))
    },
  }
}
