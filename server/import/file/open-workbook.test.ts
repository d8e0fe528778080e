import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import {
  createWorkbook,
  formatNumberCell,
  formatTextCell,
} from '../../testing/subject/workbook-testing.ts'
import { csvLimits } from './import-csv.ts'
import { openTable } from './open-table.ts'

async function* toStream(bytes: Uint8Array) {
  yield Buffer.from(bytes)
}

it('reads the first sheet with rows, as the texts that a seller sees', async () => {
  const file = await openTable(
    toStream(
      createWorkbook(
        `<row r="1">${formatTextCell('A1', 'Price list 2026')}</row>
         <row r="3">${formatTextCell('A3', ' Name ')}${formatTextCell('B3', 'Price')}${formatTextCell('C3', 'EAN')}${formatTextCell('D3', 'Since')}</row>
         <row r="4">${formatTextCell('A4', 'Mug')}${formatNumberCell('B4', '12.5')}${formatNumberCell('C4', '4006381333931')}${formatNumberCell('D4', '46023', 1)}</row>
         <row r="6">${formatTextCell('A6', 'Jug')}${formatNumberCell('B6', '19.989999999999998')}<c r="D6" t="b"><v>1</v></c></row>`,
      ),
    ),
  )
  expect(file.header).toEqual(['Name', 'Price', 'EAN', 'Since'])
  expect(await Array.fromAsync(file.rows)).toMatchObject([
    { row: 4, cells: ['Mug', '12.5', '4006381333931', '2026-01-01'] },
    { row: 6, cells: ['Jug', '19.99', '', 'TRUE'] },
  ])
})

it('finds the header below titles, and cleans cells like those of CSV files', async () => {
  const { header, rows } = await openTable(
    toStream(
      createWorkbook(
        `<row r="1">${formatTextCell('A1', 'Price list')}${formatTextCell('D1', '2026')}</row>
         <row r="2">${['A2', 'B2', 'C2', 'D2'].map(cell => formatTextCell(cell, `H${cell}`)).join('')}</row>
         <row r="3">${formatTextCell('A3', 'Mug_x0000_ &#xD800;')}${formatTextCell('B3', 'b')}</row>`,
      ),
    ),
  )
  expect(header).toEqual(['HA2', 'HB2', 'HC2', 'HD2'])
  const [row] = await Array.fromAsync(rows)
  expect(row?.cells[0]).toMatch(/^Mug/)
  expect(row?.cells.every(cell => cell.isWellFormed() && !cell.includes('\0'))).toBe(true)
})

it.each([
  ['import_too_many_rows', '<row r="900000"><c r="A900000"><v>1</v></c></row>'],
  ['import_too_many_columns', '<row r="1"><c r="XFD1"><v>1</v></c></row>'],
  [
    'import_workbook_too_large',
    '<row r="1"><c r="SF1"><v>1</v></c></row><row r="200000"><c r="A200000"><v>1</v></c></row>',
  ],
  ['import_too_many_rows', "<x-y:row r='900000'></x-y:row>"],
  ['import_workbook_damaged', '<row r="1e9"></row>'],
  ['import_workbook_damaged', '<row r="0x7fffff"></row>'],
  ['import_workbook_damaged', '<row r="&#57;00000"></row>'],
  ['import_workbook_damaged', '<row r="1"><c x:r=\'xfd1\'><v>1</v></c></row>'],
  ['import_workbook_damaged', '<row r="1"><c r="ABCD1"><v>1</v></c></row>'],
  ['import_too_many_columns', "<row r='1'><c\nr='XFD1'><v>1</v></c></row>"],
  ['import_no_rows', ''],
])('rejects a sheet: %s', async (code, rows) => {
  await expect(openTable(toStream(createWorkbook(rows)))).rejects.toMatchObject({ code })
})

const blankCount = 4_000_000

it.each([
  ['between tags', ' '.repeat(blankCount)],
  ['in lines between tags', '\n'.repeat(blankCount)],
  ['in a tag', `<row r="2" ${' '.repeat(blankCount)}/>`],
  ['in an attribute', `<row r="2" x="${' '.repeat(blankCount)}"/>`],
  ['in an attribute with the end of a tag', `<row r="2" x=">${' '.repeat(blankCount)}"/>`],
  ['in a comment', `<!--${' '.repeat(blankCount)}-->`],
  ['in a section', `<![CDATA[${' '.repeat(blankCount)}]]>`],
  ['in an instruction', `<?x ${' '.repeat(blankCount)}?>`],
])('refuses a sheet of a few kilobytes with millions of blanks %s', async (_, rows) => {
  const workbook = createWorkbook(`<row r="1"/>${rows}`)
  expect(workbook.length).toBeLessThan(200_000)
  await expect(openTable(toStream(workbook))).rejects.toMatchObject({
    code: 'import_file_too_complex',
  })
})

it('refuses tags and texts that no workbook has', async () => {
  for (const rows of [
    '<'.repeat(1_000_000),
    `<row r="2" x="${'A1 '.repeat(100_000)}"/>`,
    formatTextCell('A2', 'x'.repeat(1_000_000)),
  ])
    await expect(openTable(toStream(createWorkbook(rows)))).rejects.toMatchObject({
      code: 'import_file_too_complex',
    })
})

it('reads the longest text of a cell, indentation and rules with many ranges', async () => {
  const text = 'ä"'.repeat(16_383)
  const ranges = Array.from({ length: 1000 }, (_, i) => `A${i + 1}`).join(' ')
  const rows = [
    `<row r="1">${formatTextCell('A1', 'Name')}${formatTextCell('B1', 'Text')}</row>`,
    ' '.repeat(1000),
    `<row r="2" x="${ranges}">${formatTextCell('A2', text.replaceAll('"', '&quot;'))}</row>`,
    "<!-- It's a comment -->",
  ].join('')
  const { rows: read } = await openTable(toStream(createWorkbook(rows)))
  expect(await Array.fromAsync(read)).toMatchObject([{ row: 2, cells: [text, ''] }])
})

it('verifies sheets in any folder', async () => {
  const rows = '<row r="900000"><c r="A900000"><v>1</v></c></row>'
  await expect(openTable(toStream(createWorkbook(rows, 'other/sheet.xml')))).rejects.toMatchObject({
    code: 'import_too_many_rows',
  })
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
  const rows = `<row r="1">${formatTextCell('A1', 'Name'.repeat(100_000))}</row>`
  const bytes = setUnpackedSize(createWorkbook(rows), 'xl/worksheets/sheet2.xml', 300)
  await expect(openTable(toStream(bytes))).rejects.toMatchObject({ name: 'ImportFileError' })
})

it('counts the packed size of files that are stored without compression', async () => {
  const files = { 'xl/workbook.xml': new Uint8Array(65 * 1024 * 1024) }
  const bytes = setUnpackedSize(zipSync(files, { level: 0 }), 'xl/workbook.xml', 1)
  await expect(openTable(toStream(bytes))).rejects.toMatchObject({
    code: 'import_workbook_too_large',
  })
})

it('rejects archives of too many files, and of files that share their bytes', async () => {
  const files = Array.from({ length: 1001 }, (_, i) => [`${i}.png`, new Uint8Array(0)])
  await expect(openTable(toStream(zipSync(Object.fromEntries(files))))).rejects.toMatchObject({
    code: 'import_workbook_too_large',
  })
  const archive = zipSync(
    { 'a.xml': new Uint8Array(500), 'b.xml': new Uint8Array(500) },
    { level: 0 },
  )
  const shared = Buffer.from(archive)
  const directory = shared.indexOf('PK\x01\x02')
  for (const name of ['a.xml', 'b.xml'])
    shared.writeUInt32LE(1000, shared.indexOf(name, directory) - 46 + 20)
  await expect(openTable(toStream(shared))).rejects.toMatchObject({
    code: 'import_workbook_damaged',
  })
})

it('rejects files that are no workbook', async () => {
  const archive = zipSync({ 'readme.txt': strToU8('hello') })
  await expect(openTable(toStream(archive))).rejects.toMatchObject({ code: 'import_zip' })
  await expect(openTable(toStream(archive.subarray(0, 60)), csvLimits)).rejects.toMatchObject({
    code: 'import_workbook_damaged',
  })
})
