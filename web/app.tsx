import type { Root } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { newQueryClient } from './lib/call/api.ts'
import { sessionUser } from './lib/session/session.ts'
import { routes } from './router.tsx'
import { work } from './routes.tsx'
import { AppFrame } from './shell/app-frame.tsx'
import { warmPage } from './shell/warm-page.ts'

export function startApp(root: Root) {
  const client = newQueryClient()
  // The first data is asked for before the frame is drawn.
  if (sessionUser()) warmPage(work, client, new URL(location.href))
  root.render(
    <AppFrame client={client}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </AppFrame>,
  )
}
