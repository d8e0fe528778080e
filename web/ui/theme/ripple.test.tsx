import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRipple } from './ripple.ts'

let stopRipple = () => {}
let prefersReducedMotion = false
beforeEach(() => {
  prefersReducedMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: prefersReducedMotion }))
  vi.useFakeTimers()
  stopRipple = startRipple()
  document.body.innerHTML =
    '<button id="go">Go <b>on</b></button><p id="words">Words</p><button id="off" disabled>Off</button>'
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(100, 50, 80, 40),
  )
})
afterEach(() => {
  stopRipple()
  vi.restoreAllMocks()
})

const getWaves = () => [...document.querySelectorAll<HTMLElement>('.sw-wave')]
const clickAt = (selector: string, eventInit: Partial<MouseEventInit>) =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, ...eventInit }))
const getCenter = ({ style }: HTMLElement) => [
  Number.parseFloat(style.left) + Number.parseFloat(style.width) / 2,
  Number.parseFloat(style.top) + Number.parseFloat(style.height) / 2,
]

test('starts a wave at the point of the click and removes it after 500 ms', () => {
  clickAt('#go b', { clientX: 110, clientY: 60 })
  expect(getWaves().map(wave => getCenter(wave).map(Math.round))).toEqual([[10, 10]])
  expect(document.querySelector('#go .sw-ripple')).not.toBeNull()
  vi.advanceTimersByTime(499)
  expect(getWaves()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(getWaves()).toEqual([])
  expect(document.querySelector('#go')?.getAttribute('style') ?? '').toBe('')
})

test('starts in the middle when pressed by a key', () => {
  clickAt('#go', { detail: 0 })
  expect(getWaves().map(wave => getCenter(wave).map(Math.round))).toEqual([[40, 20]])
})

test('reaches the farthest corner', () => {
  clickAt('#go', { clientX: 100, clientY: 50 })
  expect(Number.parseFloat(getWaves()[0]?.style.width ?? '') / 2).toBeCloseTo(Math.hypot(80, 40))
})

test('shows no wave on text, on a disabled button or with reduced motion', () => {
  clickAt('#words', {})
  clickAt('#off', {})
  prefersReducedMotion = true
  clickAt('#go', {})
  expect(getWaves()).toEqual([])
})
