import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font, GlyphRun } from 'fontkit'
import type { Piscina } from 'piscina'
import { z } from 'zod'
import type { FontInstance } from './instantiate-font.ts'

/** A file of a variable font, and the characters that it is for. */
type FaceFile = { path: string; ranges: [first: number, last: number][] }
export type Weight = 400 | 600

/**
 * The first family with a glyph is used. Each letter of Vazirmatn has glyphs of its own, from which readers of
 * files know the text. Noto Sans Arabic, whose letters share glyphs, has rare letters. The last ones have the
 * ideographs of China and Hangul.
 */
const families = [
  'inter',
  'vazirmatn',
  'noto-sans-arabic',
  'noto-sans-jp',
  'noto-sans-sc',
  'noto-sans-kr',
]
/** More faces are only in use at once if a document has names in hundreds of rare ideographs. */
const maxCachedFaces = 120
/** The texts of some pages in one font. */
const maxCachedRuns = 200
const require = createRequire(import.meta.url)

let fontThread: Promise<Piscina<FontInstance, Uint8Array>> | undefined
let faceFiles: Promise<FaceFile[]> | undefined
const fonts = new Map<string, Promise<Font>>()

async function listFaceFiles(): Promise<FaceFile[]> {
  const lists = await Promise.all(
    families.map(async family => {
      const rangesPath = require.resolve(`@fontsource-variable/${family}/unicode.json`)
      const rangesBySubset = z
        .record(z.string(), z.string())
        .parse(JSON.parse(await readFile(rangesPath, 'utf8')))
      return Object.entries(rangesBySubset).map(([subset, ranges]) => ({
        path: join(
          dirname(rangesPath),
          `files/${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
        ),
        ranges: ranges.split(',').map(parseRange),
      }))
    }),
  )
  // The Arabic families have Latin letters too, which Inter has already.
  return lists.flat()
}

function parseRange(range: string): [number, number] {
  const [first = '', last = first] = range.slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/**
 * Returns one weight of a variable font as a static one, because the PDF library can't embed others.
 */
async function loadFont(path: string, weight: Weight): Promise<Font> {
  const key = `${path} ${weight}`
  const cached = fonts.get(key)
  if (cached) return cached
  const font = createFont(path, weight)
  fonts.set(key, font)
  font.catch(() => fonts.delete(key))
  const [oldest] = fonts.keys()
  if (fonts.size > maxCachedFaces && oldest !== undefined) fonts.delete(oldest)
  return font
}

/** Starts a thread for fonts, because the first one would block the other requests for a quarter of a second. */
async function startFontThread(): Promise<Piscina<FontInstance, Uint8Array>> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: join(import.meta.dirname, 'instantiate-font.ts'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 5000,
  })
}

async function createFont(path: string, weight: Weight): Promise<Font> {
  fontThread ??= startFontThread()
  const thread = await fontThread
  const [bytes, fontkit] = await Promise.all([
    thread.run({ path, weight }, { name: 'instantiateFont' }),
    import('fontkit'),
  ])
  const font = fontkit.create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error(`${path} has several fonts.`)
  return cacheLayouts(keepCharacters(font))
}

/**
 * Gives each glyph the characters that it stands for, from which readers of files know the text. The library
 * keeps a glyph without them if it first drew it as a part of another glyph.
 */
function keepCharacters(font: Font): Font {
  const getGlyph: Font['getGlyph'] = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints
    return glyph
  }
  return font
}

/**
 * Lets a font find the glyphs of a text once. The PDF library searches them three times, to measure, to
 * place and to write it, and documents share many texts.
 */
function cacheLayouts(font: Font): Font {
  const layout: Font['layout'] = font.layout.bind(font)
  const runs = new Map<string, GlyphRun>()
  font.layout = (text, ...options) => {
    const key = JSON.stringify([text, ...options])
    const run = runs.get(key) ?? layout(text, ...options)
    if (runs.size >= maxCachedRuns) runs.clear()
    runs.set(key, run)
    return copyRun(run)
  }
  return font
}

/** The PDF library scales the positions of a run in place. */
const copyRun = (run: GlyphRun): GlyphRun =>
  Object.assign(Object.create(Object.getPrototypeOf(run)), run, {
    positions: run.positions.map(position => ({ ...position })),
  })

export type Face = { id: string; isArabic: boolean; byWeight: Record<Weight, Font> }
/** Returns the face of a character, or undefined if no font has it. */
export type FaceFinder = (codePoint: number) => Face | undefined

/** Loads the fonts for every character of a text, and keeps those of earlier texts. */
export type FaceLoader = (text: string) => Promise<FaceFinder>

export function createFaceLoader(): FaceLoader {
  const faces = new Map<string, Face>()
  const faceByCodePoint = new Map<number, Face | undefined>()
  async function findFace(codePoint: number): Promise<Face | undefined> {
    faceFiles ??= listFaceFiles()
    for (const path of findPaths(await faceFiles, codePoint)) {
      const face = faces.get(path) ?? (await loadFace(path))
      faces.set(path, face)
      if (face.byWeight[400].hasGlyphForCodePoint(codePoint)) return face
    }
    return undefined
  }
  return async text => {
    for (const character of new Set(text)) {
      const codePoint = character.codePointAt(0) ?? 0
      if (!faceByCodePoint.has(codePoint)) faceByCodePoint.set(codePoint, await findFace(codePoint))
    }
    return codePoint => faceByCodePoint.get(codePoint)
  }
}

const pathsByCodePoint = new Map<number, string[]>()

/** Returns the files for a character. Each is searched once, because there are hundreds of files. */
function findPaths(files: readonly FaceFile[], codePoint: number): string[] {
  const known = pathsByCodePoint.get(codePoint)
  if (known) return known
  const paths = files.filter(({ ranges }) => isInRanges(ranges, codePoint)).map(({ path }) => path)
  pathsByCodePoint.set(codePoint, paths)
  return paths
}

const isInRanges = (ranges: FaceFile['ranges'], codePoint: number) =>
  ranges.some(([first, last]) => first <= codePoint && codePoint <= last)

async function loadFace(path: string): Promise<Face> {
  const [regular, bold] = await Promise.all([loadFont(path, 400), loadFont(path, 600)])
  return {
    id: path,
    isArabic: /(vazirmatn|noto-sans-arabic)-arabic/.test(path),
    byWeight: { 400: regular, 600: bold },
  }
}
