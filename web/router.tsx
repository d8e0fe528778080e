import { Navigate, type RouteObject } from 'react-router'
import { astray, open, work } from './routes.tsx'
import { ErrorPage, PageProblem } from './shell/error-page.tsx'
import { LinkWarming } from './shell/link-warming.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PageRoot } from './shell/page-root.tsx'
import { FrameIfSignedIn, RequireSession } from './shell/require-session.tsx'
import { toMenu, toRoute } from './shell/work-page.tsx'

/** The map of pages as the router takes it. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <LinkWarming lines={[...open, ...work]} />
        <PageRoot />
      </>
    ),
    errorElement: <ErrorPage />,
    HydrateFallback: () => null, // the first page's code is on its way
    children: [
      { path: '/', element: <Navigate to="/dashboard" replace /> },
      ...open.map(toRoute),
      {
        element: <RequireSession menu={toMenu(work)} />,
        children: [{ errorElement: <PageProblem />, children: work.map(toRoute) }],
      },
      {
        element: <FrameIfSignedIn menu={toMenu(work)} />,
        children: [...astray.map(toRoute), { path: '*', element: <NotFoundPage /> }],
      },
    ],
  },
]
