import type { QueryClient } from '@tanstack/react-query'
import type { Root } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { newQueryClient } from './lib/call/api.ts'
import { getSessionUser } from './lib/session/session.ts'
import { currentStoresOptions } from './lib/session/use-current-store.ts'
import { routes } from './router.tsx'
import { appRoutes } from './routes.tsx'
import { AppProviders } from './shell/app-providers.tsx'
import { prefetchPage } from './shell/route/prefetch-page.ts'

/** Renders the application for all pages except the standalone login page. */
export async function startApp(root: Root) {
  const client = newQueryClient()
  // The first data loads while the shell renders.
  const firstData = getSessionUser() && prefetchFirstData(client)
  const router = createBrowserRouter(routes)
  await waitForFirstPage(router)
  await Promise.race([firstData, sleep(maxDataMs)])
  root.render(
    <AppProviders client={client}>
      <RouterProvider router={router} />
    </AppProviders>,
  )
}

/**
 * How long the first render waits for data. With its data, a page renders once. Otherwise it renders
 * its placeholders first.
 */
const maxDataMs = 150
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const prefetchFirstData = (client: QueryClient) =>
  Promise.all([
    prefetchPage(appRoutes, client, new URL(location.href)),
    client.prefetchQuery(currentStoresOptions()),
  ])

/** Waits for the code of the first page, so that React replaces the static shell in one commit. */
const waitForFirstPage = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>(resolve => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
