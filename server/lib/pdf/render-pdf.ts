import { type FaceFinder, loadFaces } from './load-faces.ts'

type PdfContent = {
  title: string
  author: string
  language: string
  /** Every text of the records that the file contains, from which its fonts follow. */
  text: string
  hasArabic: boolean
}

/** Returns what `write` writes as PDF/A-3b, with every font embedded. */
export async function renderPdf(
  { title, author, language, ...content }: PdfContent,
  write: (doc: PDFKit.PDFDocument, findFace: FaceFinder) => void | Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const findFace = await loadFaces(listCharacters(content))
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    autoFirstPage: false,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: toXmpText(title),
      Author: toXmpText(author),
      Producer: 'Storewright',
      Creator: 'Storewright',
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  await write(doc, findFace)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** The library writes the properties as XML too, but does not escape them. */
const toXmpText = (text: string) => text.replaceAll(/[<>&]/g, ' ')

/** The characters of the records, and those of labels and formats. */
const listCharacters = ({ text, hasArabic }: Pick<PdfContent, 'text' | 'hasArabic'>): string =>
  [
    listRange(0x20, 0x17f),
    listRange(0x2000, 0x206f),
    listRange(0x20a0, 0x20c0),
    hasArabic ? listRange(0x600, 0x6ff) : '',
    text,
  ].join('')

const listRange = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
