import type { Root } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { newQueryClient } from './lib/api.ts'
import { routes } from './routes.tsx'
import { AppFrame } from './shell/app-frame.tsx'

export function startApp(root: Root) {
  root.render(
    <AppFrame client={newQueryClient()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </AppFrame>,
  )
}
