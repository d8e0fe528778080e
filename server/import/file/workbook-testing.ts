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
const styles =
  `<styleSheet xmlns="${mainSchema}"><cellXfs count="2"><xf numFmtId="0"/>` +
  '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
const createSheet = (rows: string) =>
  `<worksheet xmlns="${mainSchema}"><sheetData>${rows}</sheetData></worksheet>`

export const formatTextCell = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`

/** Creates a workbook whose first sheet is empty and whose second one has these rows. */
export const createWorkbook = (rows: string, path = 'worksheets/sheet2.xml') =>
  zipSync({
    'xl/workbook.xml': strToU8(workbookXml),
    'xl/_rels/workbook.xml.rels': strToU8(createRelations(path)),
    'xl/styles.xml': strToU8(styles),
    'xl/worksheets/sheet1.xml': strToU8(createSheet('')),
    [`xl/${path}`]: strToU8(createSheet(rows)),
  })
