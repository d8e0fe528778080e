import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLayout } from '../preference/layout.ts'
import { noteActive, unlockScreen, useLocked } from './session.ts'
import { useIdleLock } from './use-idle-lock.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  noteActive()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

const open = () =>
  renderHook(() => {
    useIdleLock()
    return useLocked()
  })
const wait = (minutes: number) => act(() => vi.advanceTimersByTime(minutes * 60_000))
const touch = () =>
  act(() => {
    document.dispatchEvent(new Event('keydown'))
  })

test('nobody is locked out who has not chosen it', () => {
  const { result } = open()
  wait(600)
  expect(result.current).toBe(false)
})

test('the screen locks after the chosen time without a sign of life, in any tab, and not before', () => {
  chooseLayout({ lockAfter: '5' })
  const { result } = open()
  wait(4)
  touch()
  wait(4)
  expect(result.current).toBe(false)
  act(noteActive) // as another tab does
  wait(4)
  expect(result.current).toBe(false)
  wait(1.1)
  expect(result.current).toBe(true)
  act(unlockScreen)
  wait(4)
  expect(result.current).toBe(false)
})

test('whoever chooses a time late begins to count then, not when they logged in', () => {
  const { result } = open()
  wait(10)
  touch()
  act(() => chooseLayout({ lockAfter: '5' }))
  wait(4)
  expect(result.current).toBe(false)
  wait(1.1)
  expect(result.current).toBe(true)
})

test('a computer that wakes up is locked, whatever is touched first', () => {
  chooseLayout({ lockAfter: '15' })
  const { result } = open()
  vi.setSystemTime(Date.now() + 16 * 60_000)
  touch()
  expect(result.current).toBe(true)
})
