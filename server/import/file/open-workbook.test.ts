import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { csvLimits } from './import-csv.ts'
import { openTable } from './open-table.ts'

const workbookXml =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Empty" sheetId="1" r:id="rId1"/><sheet name="Products" sheetId="2" r:id="rId2"/></sheets></workbook>'
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`
const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
const createSheet = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (cell: string, value: string, style = 0) =>
  `<c r="${cell}" s="${style}"><v>${value}</v></c>`

const createWorkbook = (rows: string, firstRows = '') =>
  zipSync({
    'xl/workbook.xml': strToU8(workbookXml),
    'xl/_rels/workbook.xml.rels': strToU8(relations),
    'xl/styles.xml': strToU8(styles),
    'xl/worksheets/sheet1.xml': strToU8(createSheet(firstRows)),
    'xl/worksheets/sheet2.xml': strToU8(createSheet(rows)),
  })

async function* toStream(bytes: Uint8Array) {
  yield Buffer.from(bytes)
}

it('reads the first sheet with rows, as the texts that a seller sees', async () => {
  const file = await openTable(
    toStream(
      createWorkbook(
        `<row r="1">${text('A1', 'Price list 2026')}</row>
         <row r="3">${text('A3', ' Name ')}${text('B3', 'Price')}${text('C3', 'EAN')}${text('D3', 'Since')}</row>
         <row r="4">${text('A4', 'Mug')}${number('B4', '12.5')}${number('C4', '4006381333931')}${number('D4', '46023', 1)}</row>
         <row r="6">${text('A6', 'Jug')}${number('B6', '19.989999999999998')}<c r="D6" t="b"><v>1</v></c></row>`,
      ),
    ),
  )
  expect(file.header).toEqual(['Name', 'Price', 'EAN', 'Since'])
  expect(await Array.fromAsync(file.rows)).toEqual([
    { row: 4, cells: ['Mug', '12.5', '4006381333931', '2026-01-01'] },
    { row: 6, cells: ['Jug', '19.99', '', 'TRUE'] },
  ])
})

it.each([
  ['import_too_many_rows', '<row r="900000"><c r="A900000"><v>1</v></c></row>'],
  ['import_too_many_columns', '<row r="1"><c r="XFD1"><v>1</v></c></row>'],
  [
    'import_workbook_too_large',
    '<row r="1"><c r="SF1"><v>1</v></c></row><row r="200000"><c r="A200000"><v>1</v></c></row>',
  ],
  ['import_no_rows', ''],
])('rejects a sheet: %s', async (code, rows) => {
  await expect(openTable(toStream(createWorkbook(rows)))).rejects.toMatchObject({ code })
})

/** Writes a size into the directory of the archive, at the file with the name. */
function setUnpackedSize(archive: Uint8Array, name: string, size: number) {
  const bytes = Buffer.from(archive)
  const directory = bytes.indexOf('PK\x01\x02')
  bytes.writeUInt32LE(size, bytes.indexOf(name, directory) - 46 + 24)
  return bytes
}

it('rejects a workbook whose files unpack to more than the limit, before it unpacks them', async () => {
  const bytes = setUnpackedSize(createWorkbook(''), 'xl/worksheets/sheet2.xml', 3_000_000_000)
  await expect(openTable(toStream(bytes))).rejects.toMatchObject({
    code: 'import_workbook_too_large',
  })
})

it('unpacks no more than the directory of the archive says', async () => {
  const rows = `<row r="1">${text('A1', 'Name'.repeat(100_000))}</row>`
  const bytes = setUnpackedSize(createWorkbook(rows), 'xl/worksheets/sheet2.xml', 300)
  await expect(openTable(toStream(bytes))).rejects.toMatchObject({ name: 'ImportFileError' })
})

it('rejects files that are no workbook', async () => {
  const archive = zipSync({ 'readme.txt': strToU8('hello') })
  await expect(openTable(toStream(archive))).rejects.toMatchObject({ code: 'import_zip' })
  await expect(openTable(toStream(archive.subarray(0, 60)), csvLimits)).rejects.toMatchObject({
    code: 'import_workbook_damaged',
  })
})
