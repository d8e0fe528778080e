import { listSourceFiles, sourceFolders } from './list-source-files.ts'

const fileCount = 6

/** Returns the paths of a few test files, which the seed selects at equal distances. */
export function pickRandomFiles(seed: number): string[] {
  const candidates = listSourceFiles([...sourceFolders, 'docs']).filter(path =>
    /\.test\.tsx?$/.test(path),
  )
  // Each run covers several areas.
  const step = Math.max(1, Math.floor(candidates.length / fileCount))
  return Array.from({ length: fileCount }, (_, index) => {
    return candidates[(seed + index * step) % candidates.length] ?? ''
  }).filter(Boolean)
}
