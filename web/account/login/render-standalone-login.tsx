import { Anchor } from '@mantine/core'
import { type MouseEvent, useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { useSession } from '../../lib/session/session.ts'
import { UiProvider } from '../../ui/page/ui-provider.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * Renders the login page without the rest of the application. Resolves when the user has logged in
 * or follows a link.
 */
export const renderStandaloneLogin = (root: Root) =>
  new Promise<void>(resolve =>
    root.render(
      <UiProvider>
        <StandaloneLogin onDone={resolve} />
      </UiProvider>,
    ),
  )

function StandaloneLogin({ onDone }: { onDone: () => void }) {
  const isLoggedIn = useSession() !== undefined
  useEffect(
    function finishWhenLoggedIn() {
      if (isLoggedIn) onDone()
    },
    [isLoggedIn, onDone],
  )
  const navigateTo = (path: string) => {
    history.pushState(null, '', path)
    onDone()
  }
  const handleLinkClick = (event: MouseEvent<HTMLAnchorElement>, path: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigateTo(path)
  }
  return (
    <LoginForm
      isReturning={location.search.includes('next=')}
      onSecondStep={() => navigateTo(`/two-steps${location.search}`)}
      renderLink={(path, label) => (
        <Anchor href={path} inherit fw={500} onClick={event => handleLinkClick(event, path)}>
          {label}
        </Anchor>
      )}
    />
  )
}
