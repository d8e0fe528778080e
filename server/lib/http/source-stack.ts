import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'

const sourceMaps = new Map<string, SourceMap | undefined>()

/**
 * Replaces the positions of a stack in the built server by those in the sources. The maps are read
 * at the first error: Node's `--enable-source-maps` reads them at the start, which takes a tenth of
 * its time and 15 MB.
 */
export const translateStack = (stack: string): string =>
  stack.replace(
    /(?:file:\/\/)?(\/[^\s():]+\.js):(\d+):(\d+)/g,
    (position, path: string, line: string, column: string) =>
      findSource(path, Number(line), Number(column)) ?? position,
  )

function findSource(path: string, line: number, column: number): string | undefined {
  const entry = loadSourceMap(path)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return
  const source = join(dirname(path), entry.originalSource)
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

function loadSourceMap(path: string): SourceMap | undefined {
  if (!sourceMaps.has(path)) {
    const mapPath = `${path}.map`
    const isBuilt = !path.includes('/node_modules/') && existsSync(mapPath)
    sourceMaps.set(
      path,
      isBuilt ? new SourceMap(JSON.parse(readFileSync(mapPath, 'utf8'))) : undefined,
    )
  }
  return sourceMaps.get(path)
}
