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

test('never locks the screen when no time is chosen', () => {
  const { result } = renderIdleLock()
  advanceMinutes(600)
  expect(result.current).toBe(false)
})

test('locks the screen after the chosen time without activity in any tab', () => {
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

test('counts from the moment the time is chosen, not from the login', () => {
  const { result } = renderIdleLock()
  advanceMinutes(10)
  pressKey()
  act(() => updateLayout({ lockAfter: '5' }))
  advanceMinutes(4)
  expect(result.current).toBe(false)
  advanceMinutes(1.1)
  expect(result.current).toBe(true)
})

test('locks the screen when the computer wakes up after the chosen time', () => {
  updateLayout({ lockAfter: '15' })
  const { result } = renderIdleLock()
  vi.setSystemTime(Date.now() + 16 * 60_000)
  pressKey()
  expect(result.current).toBe(true)
})
