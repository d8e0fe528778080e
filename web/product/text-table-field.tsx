import { Input, TextInput } from '@mantine/core'
import { type ClipboardEvent, type FocusEvent, useId } from 'react'
import { parsePastedCells } from './list/product-cell-column.ts'
import css from './text-table-field.module.css'

type Props = {
  label: string
  description: string
  /** The name of the value in the form, to which errors lead. */
  path: string
  error: string | undefined
  rows: string[][]
  /** The labels of the cells of a row; a label with a number for columns without a name. */
  getCellLabel: (row: number, column: number) => string
  columns: number
  placeholders: readonly string[]
  onChange: (rows: string[][]) => void
}

const isBlank = (row: readonly string[]) => row.every(cell => !cell.trim())

/** Returns rows with other cells from a position on, to the right and down. */
function writeCells(
  rows: readonly string[][],
  firstRow: number,
  firstColumn: number,
  cells: readonly string[][],
): string[][] {
  const rowCount = Math.max(rows.length, firstRow + cells.length)
  return Array.from({ length: rowCount }, (_, index) => {
    const row = rows[index] ?? []
    const texts = cells[index - firstRow]
    if (!texts) return row
    const width = Math.max(row.length, firstColumn + texts.length)
    return Array.from(
      { length: width },
      (__, column) => texts[column - firstColumn] ?? row[column] ?? '',
    )
  })
}

/** A small table of texts with an empty row at its end. Cells of a spreadsheet can be pasted. */
export function TextTableField({ rows, columns, onChange, ...props }: Props) {
  const id = useId()
  const rowsWithBlank = [...rows, []]

  function setCells(firstRow: number, firstColumn: number, cells: readonly string[][]) {
    const next = writeCells(rowsWithBlank, firstRow, firstColumn, cells)
    const last = next.findLastIndex(row => !isBlank(row))
    onChange(next.slice(0, last + 1))
  }
  function paste(event: ClipboardEvent, row: number, column: number) {
    const cells = parsePastedCells(event.clipboardData.getData('text/plain'))
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    setCells(row, column, cells)
  }
  /** A row that is empty disappears once the focus leaves the table. */
  function removeBlankRows(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget) && rows.some(isBlank))
      onChange(rows.filter(row => !isBlank(row)))
  }
  return (
    <Input.Wrapper
      label={props.label}
      labelElement="div"
      labelProps={{ id }}
      description={props.description}
      error={props.error}
      data-path={props.path}
    >
      <div className={css.table} role="group" aria-labelledby={id} onBlur={removeBlankRows}>
        {rowsWithBlank.map((row, rowIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, only its index
          <div key={rowIndex} className={css.row}>
            {Array.from({ length: columns }, (_, column) => (
              <TextInput
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id, only its index
                key={column}
                className={css.cell}
                aria-label={props.getCellLabel(rowIndex, column)}
                placeholder={rowIndex === 0 ? props.placeholders[column] : undefined}
                value={row[column] ?? ''}
                onChange={event => setCells(rowIndex, column, [[event.currentTarget.value]])}
                onPaste={event => paste(event, rowIndex, column)}
              />
            ))}
          </div>
        ))}
      </div>
    </Input.Wrapper>
  )
}
