import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateLayout } from '../preference/layout.ts'
import { recordActivity, unlockScreen, useIsLocked } from './session.ts'
import { useIdleLock } from './use-idle-lock.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  recordActivity()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

const renderIdleLock = () =>
  renderHook(() => {
    useIdleLock()
    return useIsLocked()
  })
const advanceMinutes = (minutes: number) => act(() => vi.advanceTimersByTime(minutes * 60_000))
const pressKey = () =>
  act(() => {
    document.dispatchEvent(new Event('keydown'))
  })

test('nobody is locked out who has not chosen it', () => {
  const { result } = renderIdleLock()
  advanceMinutes(600)
  expect(result.current).toBe(false)
})

test('the screen locks after the chosen time without a sign of life, in any tab, and not before', () => {
  updateLayout({ lockAfter: '5' })
  const { result } = renderIdleLock()
  advanceMinutes(4)
  pressKey()
  advanceMinutes(4)
  expect(result.current).toBe(false)
  act(recordActivity) // as another tab does
  advanceMinutes(4)
  expect(result.current).toBe(false)
  advanceMinutes(1.1)
  expect(result.current).toBe(true)
  act(unlockScreen)
  advanceMinutes(4)
  expect(result.current).toBe(false)
})

test('whoever chooses a time late begins to count then, not when they logged in', () => {
  const { result } = renderIdleLock()
  advanceMinutes(10)
  pressKey()
  act(() => updateLayout({ lockAfter: '5' }))
  advanceMinutes(4)
  expect(result.current).toBe(false)
  advanceMinutes(1.1)
  expect(result.current).toBe(true)
})

test('a computer that wakes up is locked, whatever is touched first', () => {
  updateLayout({ lockAfter: '15' })
  const { result } = renderIdleLock()
  vi.setSystemTime(Date.now() + 16 * 60_000)
  pressKey()
  expect(result.current).toBe(true)
})
