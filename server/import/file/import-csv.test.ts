import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { csvLimits, openCsv } from './import-csv.ts'

async function all<T>(items: AsyncIterable<T>) {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
const bytes = (...parts: (string | Buffer)[]) => Readable.from(parts.map(part => Buffer.from(part)))
async function read(...parts: (string | Buffer)[]) {
  const file = await openCsv(bytes(...parts))
  return { ...file, rows: await all(file.rows) }
}

describe('opening a CSV', () => {
  it.each([
    ['comma', 'a,b\n1,2\n'],
    ['semicolon, although commas stand in the cells', 'a;b\n1;"2"\n'],
    ['tab', 'a\tb\n1\t2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['no final line end', 'a,b\n1,2'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n'],
    ['blank lines', '\n\na,b\n\n1,2\n,\n\n'],
    ['the line that Excel writes for itself', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['cells padded to line up', 'a   , b\n 1 , "2" \n'],
    ['empty cells past the last header', 'a,b\n1,2,,\n'],
  ])('reads the same rows with %s', async (_, text) => {
    const { header, rows } = await read(text)
    expect(header).toEqual(['a', 'b'])
    expect(rows.map(row => row.cells)).toEqual([['1', '2']])
    expect(rows.some(row => row.problem)).toBe(false)
  })

  it('keeps line breaks, delimiters and doubled quotes in a quoted cell', async () => {
    const { rows } = await read('a,b\r\n"x\ny, ""z""",2\r\n')
    expect(rows[0]?.cells).toEqual(['x\ny, "z"', '2'])
  })

  it.each([
    [
      'UTF-16, little end first',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a,b\né,ß\n', 'utf16le')]),
    ],
    [
      'UTF-16, big end first',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('a,b\né,ß\n', 'utf16le').swap16()]),
    ],
    ['UTF-8', Buffer.from('a,b\né,ß\n')],
  ])('decodes %s', async (_, buffer) => {
    const { rows, warnings } = await read(buffer)
    expect(rows[0]?.cells).toEqual(['é', 'ß'])
    expect(warnings).toEqual([])
  })

  it('joins a character that is split between two chunks', async () => {
    const all = Buffer.from(`a,b\n${'x'.repeat(5000)},日本\n`)
    const parts = [...all].map(byte => Buffer.from([byte]))
    const { rows, warnings } = await read(...parts)
    expect(rows[0]?.cells[1]).toBe('日本')
    expect(warnings).toEqual([])
  })

  it('reads a file that is not UTF-8 as Windows-1252, with a warning', async () => {
    const { rows, warnings } = await read(Buffer.from('a,b\ncaf\xe9,\x80 5\n', 'latin1'))
    expect(rows[0]?.cells).toEqual(['café', '€ 5'])
    expect(warnings).toMatchObject([{ level: 'warn', code: 'encoding' }])
  })

  it.each([
    ['import_file_empty', ''],
    ['import_no_rows', '\n\n'],
    ['import_zip', 'PK\x03\x04 a ZIP file'],
    ['import_image', 'GIF89a'],
    ['import_web_page', '\n<!DOCTYPE html><html>'],
    ['import_json', '[ {"title": "Mug"} ]'],
    ['import_xml', '<?xml version="1.0"?><rss>'],
    ['import_encoding_unknown', 'a\0b'],
    ['import_too_many_columns', `${'a,'.repeat(501)}\n`],
  ])('rejects a file: %s', async (code, text) => {
    await expect(read(text)).rejects.toMatchObject({ name: 'ImportFileError', code })
  })
})

describe('a row with too many cells', () => {
  it.each([
    ['commas', ',', ','],
    ['semicolons', ';', ';'],
    ['tabs', '\t', '\t'],
    ['quotes', ',', '"",'],
  ])('is rejected while it is read: %s', async (_, delimiter, cell) => {
    let bytesRead = 0
    async function* createFile() {
      yield Buffer.from(`a${delimiter}b\n1${delimiter}2\n`)
      for (const part = Buffer.from(cell.repeat(10_000)); bytesRead < 50_000_000; ) {
        bytesRead += part.length
        yield part
      }
    }
    const file = await openCsv(createFile())
    await expect(all(file.rows)).rejects.toMatchObject({
      code: 'import_too_many_columns',
      errorMessage: { params: { maximum: 500 } },
    })
    expect(bytesRead).toBeLessThan(200_000)
  })

  it('is rejected when it is the header', async () => {
    await expect(read(`${'a,'.repeat(1_000_000)}\n`)).rejects.toMatchObject({
      code: 'import_too_many_columns',
    })
  })

  it('is read when its cells past the header are those of a spreadsheet', async () => {
    const { rows } = await read(`a,b\n1,2${','.repeat(csvLimits.cells - 2)}\n`)
    expect(rows).toMatchObject([{ cells: ['1', '2'] }])
  })
})

describe('unreliable rows', () => {
  it('reports a row with too few or too many cells and reads the next one', async () => {
    const { rows } = await read('a,b\n1\n1,2,3\n5,6\n')
    expect(rows.map(row => [row.row, row.problem?.code])).toEqual([
      [2, 'ragged_row'],
      [3, 'ragged_row'],
      [4, undefined],
    ])
  })
  it('keeps the rows before a quote that is never closed', async () => {
    const { rows } = await read('a,b\n1,2\n"3,4\n5,6\n')
    expect(rows.map(row => row.problem?.code)).toEqual([undefined, 'quote_not_closed'])
  })
  it('rejects a record above the size limit', async () => {
    const file = await openCsv(bytes('a,b\n1,2\n', `"${'x'.repeat(5000)}`), {
      ...csvLimits,
      maxRecordLength: 1000,
    })
    expect((await all(file.rows)).map(row => row.problem?.code)).toEqual([
      undefined,
      'cell_too_long',
    ])
  })
  it('rejects more blank rows before the header than the limit of rows', async () => {
    const opening = openCsv(bytes('\n\n\na,b\n1,2\n'), { ...csvLimits, rows: 2 })
    await expect(opening).rejects.toMatchObject({ code: 'import_no_rows' })
  })
  it('rejects more rows than the limit', async () => {
    const file = await openCsv(bytes('a\n1\n2\n3\n'), { ...csvLimits, rows: 2 })
    await expect(all(file.rows)).rejects.toMatchObject({ code: 'import_too_many_rows' })
  })
})

it('skips titles above the header, and numbers the rows as in the file', async () => {
  const { header, rows } = await read('Price list;;;\n;;;\nName;SKU;Price;Stock\nPlate;T;9,50;3\n')
  expect(header).toEqual(['Name', 'SKU', 'Price', 'Stock'])
  expect(rows).toEqual([{ row: 4, cells: ['Plate', 'T', '9,50', '3'] }])
})

it('reports the row whose quotes are ambiguous and reads the next one', async () => {
  const { rows } = await read('a,b\n"x, "y", z",2\n3,4\n')
  expect(rows).toMatchObject([
    { row: 2, problem: { row: 2, level: 'error', code: 'quote_misplaced' } },
    { row: 3, cells: ['3', '4'] },
  ])
})

it('removes characters that the database cannot store', async () => {
  const { header, rows } = await read(`a,b\n${'x,y\n'.repeat(2000)}c\0d,e\n`)
  expect([header, rows.at(-1)?.cells]).toEqual([
    ['a', 'b'],
    ['cd', 'e'],
  ])
})
