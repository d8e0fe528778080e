import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onPageHeading } from './on-page-heading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const renderHeading = () => {
  document.body.innerHTML = '<main><h1 tabindex="-1">Orders</h1></main>'
}

test('waits for a heading that renders late, and handles it once', () => {
  const handle = vi.fn()
  onPageHeading(handle)
  vi.advanceTimersByTime(3000)
  expect(handle).not.toHaveBeenCalled()
  renderHeading()
  vi.advanceTimersByTime(3000)
  expect(handle).toHaveBeenCalledExactlyOnceWith(document.querySelector('h1'))
})

test.each([0, 1000])(
  'leaves the focus with a user who presses a key after %d ms, while the page loads',
  delayMs => {
    const handle = vi.fn()
    onPageHeading(handle)
    vi.advanceTimersByTime(delayMs)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
    renderHeading()
    vi.advanceTimersByTime(3000)
    expect(handle).not.toHaveBeenCalled()
  },
)
