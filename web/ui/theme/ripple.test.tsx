import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRipple } from './ripple.ts'

let stop = () => {}
let isStill = false
beforeEach(() => {
  isStill = false
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
  vi.useFakeTimers()
  stop = startRipple()
  document.body.innerHTML =
    '<button id="go">Go <b>on</b></button><p id="words">Words</p><button id="off" disabled>Off</button>'
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(100, 50, 80, 40),
  )
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const waves = () => [...document.querySelectorAll<HTMLElement>('.sw-wave')]
const press = (selector: string, at: Partial<MouseEventInit>) =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, ...at }))
const middle = ({ style }: HTMLElement) => [
  Number.parseFloat(style.left) + Number.parseFloat(style.width) / 2,
  Number.parseFloat(style.top) + Number.parseFloat(style.height) / 2,
]

test('a wave starts at the point of the click, at once, and is gone after exactly 500 ms', () => {
  press('#go b', { clientX: 110, clientY: 60 })
  expect(waves().map(wave => middle(wave).map(Math.round))).toEqual([[10, 10]])
  expect(document.querySelector('#go .sw-ripple')).not.toBeNull()
  vi.advanceTimersByTime(499)
  expect(waves()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(waves()).toEqual([])
  expect(document.querySelector('#go')?.getAttribute('style') ?? '').toBe('')
})

test('pressed by a key, it starts in the middle', () => {
  press('#go', { detail: 0 })
  expect(waves().map(wave => middle(wave).map(Math.round))).toEqual([[40, 20]])
})

test('it reaches the farthest corner', () => {
  press('#go', { clientX: 100, clientY: 50 })
  expect(Number.parseFloat(waves()[0]?.style.width ?? '') / 2).toBeCloseTo(Math.hypot(80, 40))
})

test('none on words, none on a button that is off, none for people who asked for less motion', () => {
  press('#words', {})
  press('#off', {})
  isStill = true
  press('#go', {})
  expect(waves()).toEqual([])
})
