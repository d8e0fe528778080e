import type { Root } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { newQueryClient } from './lib/call/api.ts'
import { getSessionUser } from './lib/session/session.ts'
import { routes } from './router.tsx'
import { appRoutes } from './routes.tsx'
import { AppProviders } from './shell/app-providers.tsx'
import { prefetchPage } from './shell/route/prefetch-page.ts'

/** Renders the application for all pages except the standalone login page. */
export async function startApp(root: Root) {
  const client = newQueryClient()
  // The first data loads while the frame renders.
  if (getSessionUser()) prefetchPage(appRoutes, client, new URL(location.href))
  const router = createBrowserRouter(routes)
  await waitForFirstPage(router)
  root.render(
    <AppProviders client={client}>
      <RouterProvider router={router} />
    </AppProviders>,
  )
}

/** Waits for the code of the first page, so that React replaces the static frame in one commit. */
const waitForFirstPage = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>(resolve => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
