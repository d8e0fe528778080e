import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import '#contract/lib/problem.ts' // for its wording of refusals, the server's own
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { newQueryClient } from './lib/api.ts'
import { startTexts } from './lib/i18n.ts'
import { routes } from './routes.tsx'
import { AppFrame } from './shell/app-frame.tsx'
import { startRipple } from './ui/ripple.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startTexts()
startRipple()
createRoot(root).render(
  <AppFrame client={newQueryClient()}>
    <RouterProvider router={createBrowserRouter(routes)} />
  </AppFrame>,
)
