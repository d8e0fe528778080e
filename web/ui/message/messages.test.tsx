import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/call/request.ts'
import { toast } from '../../lib/page/toast.ts'
import { renderElement } from '../../testing/testing.tsx'
import { CopyableText } from '../page/copyable-text.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { PageOverlay } from './page-overlay.tsx'

afterEach(cleanup)

const createError = (status: number, message: string, code = 'error') =>
  new ApiError(status, { status: false, code, message, requestId: 'r-1' })

test('an error of the server has its message, its id and a new attempt', async () => {
  const retry = vi.fn()
  await renderElement(<ErrorState error={createError(500, 'We are busy.')} onRetry={retry} />)
  screen.getByRole('heading', { name: 'We are busy.' })
  screen.getByText('Request ID r-1')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
})

test.each([
  [404, 'Check the address, or switch to the store that it belongs to.'],
  [403, /Ask the store owner to change your role/],
])(
  'after the status %i a new attempt would not help, but going back does',
  async (status, text) => {
    const { router } = await renderElement(
      <ErrorState error={createError(status, 'No.')} onRetry={() => {}} />,
      { path: '/first' },
    )
    await router.navigate('/second')
    screen.getByText(text)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/first'))
  },
)

test('an error without a message never shows its code', async () => {
  await renderElement(<ErrorState error={new TypeError('x is undefined')} />)
  screen.getByRole('heading', { name: 'Something went wrong' })
  expect(document.body.textContent).not.toContain('undefined')
})

test('the same message appears once, and an error keeps its advice', async () => {
  await renderElement(<p>Page</p>)
  toast.success('Product saved')
  toast.success('Product saved')
  toast.failure(createError(0, '', 'unreachable'), 'We couldn’t save it.')
  await screen.findByText('We couldn’t save it.')
  screen.getByText(/connect to Storewright/)
  expect(screen.getAllByText('Product saved')).toHaveLength(1)
})

test('an error that a form shows at its field gives no toast', async () => {
  await renderElement(<p>Page</p>)
  const handled = createError(422, 'The name is taken.')
  toast.errorUnlessHandled(handled)
  handled.isHandled = true
  toast.errorUnlessHandled(createError(422, 'The price is wrong.'))
  await screen.findByText('The price is wrong.')
  expect(screen.queryByText('The name is taken.')).toBeNull()
})

test('copies a text', async () => {
  const user = userEvent.setup()
  await renderElement(<CopyableText text="sk_live_1" label="Copy key" />)
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe('sk_live_1')
})

test('an empty list suggests nothing that the user may not do', async () => {
  await renderElement(
    <EmptyState title="No products yet" can="product:write" text="Add your first product." />,
  )
  screen.getByRole('heading', { name: 'Nothing here yet' })
  expect(screen.queryByText('Add your first product.')).toBeNull()
})

function Covered() {
  const [isCovered, setCovered] = useState(false)
  const pressed = vi.fn()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: observes keys that reach the page
    <div onKeyDown={pressed}>
      <title>Products</title>
      <button type="button" onClick={() => setCovered(true)}>
        Lose connection
      </button>
      {isCovered && (
        <PageOverlay title="Offline">
          <button type="button" onClick={() => setCovered(false)}>
            Check again
          </button>
        </PageOverlay>
      )}
    </div>
  )
}

test('the focus returns to the same element when the overlay closes', async () => {
  await renderElement(<Covered />)
  const opener = screen.getByRole('button', { name: 'Lose connection' })
  await userEvent.click(opener)
  const overlay = document.querySelector('[data-overlay]')
  expect([document.activeElement, document.title]).toEqual([overlay, 'Offline'])
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect([document.activeElement, document.title]).toEqual([opener, 'Products'])
})
