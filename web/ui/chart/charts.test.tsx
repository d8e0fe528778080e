import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderElement } from '../../testing/testing.tsx'
import { StatTile } from '../page/stat-tile.tsx'
import { BarList } from './bar-list.tsx'
import { ComparisonChart } from './comparison-chart.tsx'

// A drawing needs a size, which jsdom does not compute.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 400, 280),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const points = [
  { label: 'Mon', now: 10, before: 8 },
  { label: 'Tue', now: null, before: 0 },
]
const formats = { formatShort: String, formatFull: (value: number) => `$${value}` }

test('a chart is also a table, whose missing values are not zero', async () => {
  const user = userEvent.setup()
  await renderElement(<ComparisonChart label="Sales" points={points} {...formats} />)
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table', { name: 'Sales' })).getAllByRole('row')
  expect(rows.slice(1).map(row => row.textContent)).toEqual(['Mon$10$8', 'Tue–$0'])
  await user.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('the legend names only lines that the chart has', async () => {
  await renderElement(
    <ComparisonChart label="Sales" points={[{ label: 'Mon', now: 1 }]} {...formats} />,
  )
  const chart = within(screen.getByRole('figure', { name: 'Sales' }))
  chart.getByText('This period')
  expect(chart.queryByText('Previous period')).toBeNull()
  expect(chart.queryByText('In progress')).toBeNull()
})

test('bars link to their rows, and a chart without data says so', async () => {
  const bars = [{ key: 'mug', label: 'Mug', value: 4, formattedValue: '4 units', to: '/mug' }]
  await renderElement(<BarList label="Best sellers" bars={bars} />)
  expect(screen.getByRole('link', { name: 'Mug' }).getAttribute('href')).toBe('/mug')
  screen.getByText('4 units')
  cleanup()
  await renderElement(<BarList label="Best sellers" bars={[]} />)
  screen.getByText('No data for this period')
})

test.each([
  [0.12, false, '+12.0%', 'good'],
  [-0.12, false, '-12.0%', 'bad'],
  [0.12, true, '+12.0%', 'bad'],
  [0, false, '0.0%', 'even'],
])(
  'a change of %d is good or bad, depending on the figure',
  async (change, isLessBetter, text, tone) => {
    await renderElement(
      <StatTile label="Refunds" value="$5" change={change} isLessBetter={isLessBetter} />,
    )
    const element = screen.getByTitle(/compared to the previous period/)
    expect([element.textContent?.replace('−', '-'), element.dataset['tone']]).toEqual([text, tone])
  },
)

test('a change from nothing is not shown', async () => {
  await renderElement(<StatTile label="Orders" value="3" change={null} to="/orders" />)
  expect(screen.queryByTitle(/compared/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/orders')
})
