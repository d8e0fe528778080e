import { strToU8, zipSync } from 'fflate'

const workbookXml =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Empty" sheetId="1" r:id="rId1"/><sheet name="Products" sheetId="2" r:id="rId2"/></sheets></workbook>'
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const createRelations = (target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', target)}${relation(3, 'styles', 'styles.xml')}</Relationships>`
const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
const createSheet = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

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
