import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const sourceFolders = [
  'contract',
  'server',
  'web',
  'storefront',
  'e2e',
  'bench',
  'faults',
  'scripts',
]

/** Returns all files in the source folders, as paths from the root of the project. */
export function listSourceFiles(folders: readonly string[] = sourceFolders): string[] {
  return folders.flatMap(folder => {
    try {
      const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
      return entries
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
        .toSorted()
    } catch {
      return []
    }
  })
}
