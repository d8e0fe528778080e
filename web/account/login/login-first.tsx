import { Anchor } from '@mantine/core'
import { type MouseEvent, useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { useSession } from '../../lib/session/session.ts'
import { LookFrame } from '../../ui/page/look-frame.tsx'
import { LoginForm } from './login-form.tsx'

/** The login page without the rest of the application; done when somebody is in, or wants to go elsewhere. */
export const loginFirst = (root: Root) =>
  new Promise<void>(resolve =>
    root.render(
      <LookFrame>
        <Alone onDone={resolve} />
      </LookFrame>,
    ),
  )

function Alone({ onDone }: { onDone: () => void }) {
  const isIn = useSession() !== undefined
  useEffect(
    function goOnWhenIn() {
      if (isIn) onDone()
    },
    [isIn, onDone],
  )
  const go = (path: string) => {
    history.pushState(null, '', path)
    onDone()
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>, path: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(path)
  }
  return (
    <LoginForm
      isAgain={location.search.includes('next=')}
      onSecondStep={() => go(`/two-steps${location.search}`)}
      linkTo={(path, words) => (
        <Anchor href={path} inherit fw={500} onClick={event => follow(event, path)}>
          {words}
        </Anchor>
      )}
    />
  )
}
