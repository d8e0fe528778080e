import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LazyDrawing } from './lazy-drawing.tsx'

const loadDrawing = () => Promise.resolve({ default: '<svg viewBox="0 0 480 360"><path /></svg>' })
const failToLoad = () => Promise.reject(new Error('Failed to fetch dynamically imported module'))

test('reserves the space of a drawing and displays it when its file arrives', async () => {
  const { container } = render(<LazyDrawing load={loadDrawing} width={480} />)
  const space = container.querySelector('svg')
  expect(space?.getAttribute('height')).toBe('360')
  expect(space?.childElementCount).toBe(0)
  await waitFor(() => expect(container.querySelector('path')).not.toBeNull())
})

test('leaves the space empty when the file of the drawing cannot be loaded', async () => {
  const { container } = render(<LazyDrawing load={failToLoad} width={200} />)
  await failToLoad().catch(() => {})
  expect(container.querySelector('svg')?.getAttribute('height')).toBe('150')
  expect(container.querySelector('svg')?.childElementCount).toBe(0)
})
