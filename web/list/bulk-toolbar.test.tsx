import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BulkResult } from '#contract/lib/call/bulk.ts'
import type { BulkTarget } from '../lib/call/use-bulk-action.ts'
import { renderElement } from '../testing/testing.tsx'
import { BulkToolbar } from './bulk-toolbar.tsx'
import { useListSelection } from './table/use-selection.ts'

let target: BulkTarget
let end: BulkTarget['onEnd']
let rejectedRows: BulkResult[]
let unchangedCount: number
beforeEach(() => {
  unchangedCount = 0
  rejectedRows = []
})
afterEach(cleanup)
afterEach(() => vi.doUnmock('./bulk-outcome-alert.tsx'))

const rowIds = ['a', 'b', 'c']
const meta = { page: 1, perPage: 3, total: 12_000, totalIsCapped: false, next: 'd' }
const reject = (id: string, name = ''): BulkResult => ({
  _id: id,
  ok: false,
  name,
  code: 'not_found',
  message: 'The record no longer exists.',
})

function Example({ total = meta.total, totalIsCapped = false }) {
  const selection = useListSelection('')
  return (
    <>
      {rowIds.map(id => (
        <label key={id}>
          <input
            type="checkbox"
            checked={selection.selection.has(id)}
            onChange={event => selection.selection.toggle(id, event.currentTarget.checked)}
          />
          {id}
        </label>
      ))}
      <BulkToolbar
        selection={selection}
        meta={{ ...meta, total, totalIsCapped }}
        filter={{ status: 'draft' }}
      >
        {bulkTarget => {
          target = bulkTarget
          end = bulkTarget.onEnd
          return (
            <>
              <button type="button" onClick={() => bulkTarget.onProgress(1)}>
                Start
              </button>
              <button
                type="button"
                onClick={() => {
                  bulkTarget.onProgress(undefined)
                  const failed = rejectedRows.length
                  end(
                    {
                      done: bulkTarget.count - failed,
                      unchanged: unchangedCount,
                      failed,
                      rejectedRows,
                    },
                    'ui.bulk.success.productsUpdated',
                    'product',
                  )
                }}
              >
                Finish
              </button>
              <button
                type="button"
                onClick={() =>
                  end(
                    { done: 2, unchanged: 0, failed: 0, rejectedRows: [], isInterrupted: true },
                    'ui.bulk.success.productsUpdated',
                    'product',
                  )
                }
              >
                Interrupt
              </button>
              <button
                type="button"
                onClick={() =>
                  end(
                    { done: 0, unchanged: 0, failed: 0, rejectedRows: [], changedCount: 7 },
                    'ui.bulk.success.productsUpdated',
                    'product',
                  )
                }
              >
                Refuse
              </button>
            </>
          )
        }}
      </BulkToolbar>
    </>
  )
}
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const select = async (...ids: string[]) => {
  for (const id of ids) await userEvent.click(screen.getByRole('checkbox', { name: id }))
}
const listSelected = () =>
  rowIds.filter(id => screen.getByRole<HTMLInputElement>('checkbox', { name: id }).checked)
const getToolbarName = () => screen.queryByRole('toolbar')?.getAttribute('aria-label')

test('offers all results only when the page is selected', async () => {
  await renderElement(<Example />)
  expect(getToolbarName()).toBeUndefined()
  await select('a', 'b')
  expect(getToolbarName()).toBe('2 selected')
  expect(target.selection).toEqual({ ids: ['a', 'b'] })
  expect(screen.queryByRole('button', { name: /matching/ })).toBeNull()
  await select('c')
  await click('Select all 12,000 matching results')
  expect(getToolbarName()).toBe('12,000 selected')
  await select('b')
  expect(getToolbarName()).toBe('11,999 selected')
  expect(target.selection).toEqual({
    filter: { status: 'draft' },
    excludedIds: ['b'],
    expectedCount: 12_000,
  })
})

test('a total that is not counted to the end has a plus', async () => {
  await renderElement(<Example total={10_000} totalIsCapped />)
  await select(...rowIds)
  await click('Select all 10,000+ matching results')
  expect(getToolbarName()).toBe('10,000+ selected')
})

test('shows the progress of an action, during which the selection stays', async () => {
  await renderElement(<Example />)
  await select('a', 'b')
  const toolbar = within(screen.getByRole('toolbar'))
  // The first result of a long action takes a while.
  act(() => target.onProgress(0))
  toolbar.getByText('0 of 2 done')
  await click('Start')
  toolbar.getByText('1 of 2 done')
  const clear = screen.getByRole<HTMLButtonElement>('button', { name: 'Clear selection' })
  expect([clear.disabled, target.isBusy]).toEqual([true, true])
  await click('Finish')
  await screen.findByText('2 products updated')
  expect(listSelected()).toEqual([])
})

test('rejected rows stay selected and are named by reason', async () => {
  await renderElement(<Example />)
  await select(...rowIds)
  rejectedRows = [reject('b', 'Blue mug'), reject('c')]
  await click('Finish')
  const title = '1 product updated · 2 skipped'
  const outcome = within((await screen.findByText(title)).closest('[role=status]') as HTMLElement)
  expect(
    outcome.getAllByRole('listitem').map(item => item.querySelector('strong')?.textContent),
  ).toEqual(['Blue mug, Unnamed item'])
  expect(outcome.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/apps/product/update/b',
  ])
  expect(listSelected()).toEqual(['b', 'c'])
  await userEvent.click(outcome.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(title)).toBeNull()
  expect(listSelected()).toEqual(['b', 'c'])
})

test('rows that had the state already are counted apart', async () => {
  await renderElement(<Example />)
  await select(...rowIds)
  unchangedCount = 2
  await click('Finish')
  await screen.findByText('1 product updated · 2 unchanged')
  await select(...rowIds)
  unchangedCount = 1
  rejectedRows = [reject('b', 'Blue mug')]
  await click('Finish')
  await screen.findByText('1 product updated · 1 unchanged · 1 skipped')
})

test('names twenty rejected rows of a reason and counts the others', async () => {
  await renderElement(<Example />)
  await select('a')
  rejectedRows = Array.from({ length: 53 }, (_, index) => reject(`r${index}`, `Row ${index}`))
  await click('Finish')
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  const names = screen.getByRole('listitem').querySelector('strong')
  expect(names?.textContent).toMatch(/Row 19 and 33 more$/)
})

test('keeps the selection when the connection was lost or the results changed', async () => {
  await renderElement(<Example />)
  await select('a', 'b')
  await click('Interrupt')
  await screen.findByText(/The connection was lost/)
  expect(listSelected()).toEqual(['a', 'b'])
  await click('Refuse')
  screen.getByText('7 results match now. No changes were made. Review the list and try again.')
  expect(listSelected()).toEqual(['a', 'b'])
})

test('the result is shown as text while its message cannot be loaded', async () => {
  vi.doMock('./bulk-outcome-alert.tsx', () => {
    throw new Error('offline')
  })
  await renderElement(<Example />)
  await select(...rowIds)
  unchangedCount = 1
  rejectedRows = [reject('b', 'Blue mug')]
  await click('Finish')
  const text = await screen.findByText('1 product updated · 1 unchanged · 1 skipped')
  expect(text.getAttribute('role')).toBe('status')
  expect(listSelected()).toEqual(['b'])
})

test('the message of a result loads with the first selection', async () => {
  const load = vi.fn()
  vi.doMock('./bulk-outcome-alert.tsx', async importOriginal => {
    load()
    return importOriginal()
  })
  await renderElement(<Example />)
  expect(load).not.toHaveBeenCalled()
  await select('a')
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
})
