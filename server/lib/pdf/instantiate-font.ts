import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/** Without the contextual alternates of Inter, which take most of the time and no document needs. */
const keepFeatures = [
  ...['ccmp', 'locl', 'kern', 'tnum', 'mark', 'mkmk', 'curs'],
  ...['isol', 'init', 'medi', 'fina', 'rlig', 'liga'],
]

export type FontInstance = { path: string; weight: number }

/** The task of the font thread: returns one weight of a variable font as a static font. */
export async function instantiateFont({ path, weight }: FontInstance): Promise<Uint8Array> {
  return subsetFont(await readFile(path), undefined, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    keepAllGlyphs: true,
    keepFeatures,
    noHinting: true,
  })
}
