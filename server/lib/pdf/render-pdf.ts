import { createFaceLoader, type FaceFinder } from './load-faces.ts'

type PdfContent = {
  title: string
  author: string
  language: string
}
/** A record that is written, with every text that the file contains of it. */
type PrintedRecord = { text: string; hasArabic: boolean }
/** Loads the fonts for a record, for the labels and for the formats. */
type FontLoader = (record: PrintedRecord) => Promise<FaceFinder>

/**
 * Returns what `write` writes as PDF/A-3b, with every font embedded. It loads the fonts of each record before it
 * writes it, so that a file of a thousand records blocks the process no longer than a file of one.
 */
export async function renderPdf(
  { title, author, language }: PdfContent,
  write: (doc: PDFKit.PDFDocument, loadFonts: FontLoader) => Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const loadFaces = createFaceLoader()
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
  await write(doc, record => loadFaces(listCharacters(record)))
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** The library writes the properties as XML too, but does not escape them. */
const toXmpText = (text: string) => text.replaceAll(/[<>&]/g, ' ')

/** The characters of the records, and those of labels and formats. */
const listCharacters = ({ text, hasArabic }: PrintedRecord): string =>
  [
    listRange(0x20, 0x17f),
    listRange(0x2000, 0x206f),
    listRange(0x20a0, 0x20c0),
    hasArabic ? listRange(0x600, 0x6ff) : '',
    text,
  ].join('')

const listRange = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
