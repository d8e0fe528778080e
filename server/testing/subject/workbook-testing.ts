import { strToU8, zipSync } from 'fflate'

const schemas = 'http://schemas.openxmlformats.org'
const mainSchema = `${schemas}/spreadsheetml/2006/main`
const relationSchema = `${schemas}/officeDocument/2006/relationships`

const workbookXml =
  `<workbook xmlns="${mainSchema}" xmlns:r="${relationSchema}"><sheets>` +
  '<sheet name="Empty" sheetId="1" r:id="rId1"/>' +
  '<sheet name="Products" sheetId="2" r:id="rId2"/></sheets></workbook>'
const createRelation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relationSchema}/${type}" Target="${target}"/>`
const createRelations = (target: string) =>
  `<Relationships xmlns="${schemas}/package/2006/relationships">` +
  createRelation(1, 'worksheet', 'worksheets/sheet1.xml') +
  createRelation(2, 'worksheet', target) +
  `${createRelation(3, 'styles', 'styles.xml')}</Relationships>`
/** Style 1 is a date, and the formats follow from style 2. */
const createStyles = (formats: readonly string[]) =>
  `<styleSheet xmlns="${mainSchema}"><numFmts>` +
  formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('') +
  '</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>' +
  formats.map((_, i) => `<xf numFmtId="${164 + i}" applyNumberFormat="1"/>`).join('') +
  '</cellXfs></styleSheet>'
const createSheet = (rows: string) =>
  `<worksheet xmlns="${mainSchema}"><sheetData>${rows}</sheetData></worksheet>`

export const formatNumberCell = (cell: string, value: string, style = 0) =>
  `<c r="${cell}" s="${style}"><v>${value}</v></c>`

export const formatTextCell = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`

/** Creates a workbook whose first sheet is empty and whose second one has these rows. */
export const createWorkbook = (
  rows: string,
  path = 'worksheets/sheet2.xml',
  formats: readonly string[] = [],
) =>
  zipSync({
    'xl/workbook.xml': strToU8(workbookXml),
    'xl/_rels/workbook.xml.rels': strToU8(createRelations(path)),
    'xl/styles.xml': strToU8(createStyles(formats)),
    'xl/worksheets/sheet1.xml': strToU8(createSheet('')),
    [`xl/${path}`]: strToU8(createSheet(rows)),
  })

/** Creates a workbook with a header and one row; a cell of that is a text, or a number and a format. */
export function createFormattedWorkbook(
  columns: Readonly<Record<string, string | readonly [number: string, format: string]>>,
) {
  const entries = Object.entries(columns)
  const toCell = (index: number, row: number) => `${String.fromCharCode(65 + index)}${row}`
  const header = entries.map(([name], i) => formatTextCell(toCell(i, 1), name)).join('')
  const cells = entries.map(([, value], i) =>
    typeof value === 'string'
      ? formatTextCell(toCell(i, 2), value)
      : formatNumberCell(toCell(i, 2), value[0], i + 2),
  )
  const formats = entries.map(([, value]) => (typeof value === 'string' ? '0' : value[1]))
  const rows = `<row r="1">${header}</row><row r="2">${cells.join('')}</row>`
  return Buffer.from(createWorkbook(rows, undefined, formats))
}
