import { inflateSync } from 'node:zlib'

/** A run of text with its distance from the lower edge of its page. */
export type PdfText = { text: string; y: number }
type PdfObjects = Map<string, string>

/** Returns the texts of each page of a file, as they are written. The fonts map glyphs to characters. */
export function readPdf(pdf: Buffer): PdfText[][] {
  const objects = listObjects(pdf)
  const contents = [...objects.values()]
    .filter(object => /\/Type \/Page\b/.test(object))
    .map(page => readStream(objects, /\/Contents (\d+) 0 R/.exec(page)?.[1]))
  const fonts = new Map<string, string[]>()
  for (const object of objects.values())
    for (const [, name = '', id = ''] of object.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, listCharacters(objects, id))
  return contents.map(content => readTexts(content, fonts))
}

function listObjects(pdf: Buffer): PdfObjects {
  const matches = pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map(Array.from(matches, ([, id = '', object = '']) => [id, object]))
}

function readStream(objects: PdfObjects, id = ''): string {
  const bytes = /\nstream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? '')?.[1] ?? ''
  return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
}

/** Returns the characters of the glyphs of a font. */
function listCharacters(objects: PdfObjects, id: string): string[] {
  const map = readStream(objects, /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1])
  return Array.from(map.matchAll(/\[([^\]]*)\]/g)).flatMap(([, range = '']) =>
    Array.from(range.matchAll(/<([^>]*)>/g), ([, units = '']) =>
      Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function readTexts(content: string, fonts: Map<string, string[]>): PdfText[] {
  const runs = content.matchAll(/1 0 0 1 \S+ (\S+) Tm\n\/(F\d+) [\s\S]*?\[(.*?)\] TJ/g)
  return Array.from(runs, ([, y = '', font = '', glyphs = '']) => ({
    y: Number(y),
    text: Array.from(glyphs.matchAll(/<([0-9a-f]*)>/g))
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map(glyph => fonts.get(font)?.[Number.parseInt(glyph, 16)] ?? '')
      .join(''),
  }))
}
