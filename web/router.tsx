import { Navigate, type RouteObject } from 'react-router'
import { setNavigation } from './lib/navigation/navigation-target.ts'
import { errorRoutes, publicRoutes } from './public-routes.tsx'
import { appRoutes } from './routes.tsx'
import { ErrorPage, RouteError } from './shell/error/error-page.tsx'
import { NotFoundPage } from './shell/error/not-found-page.tsx'
import { PageRoot } from './shell/page-root.tsx'
import { LinkPrefetcher } from './shell/route/link-prefetcher.tsx'
import { toMenuEntries, toRouteObject, toSettingsEntries } from './shell/route/page-route.tsx'
import { RequireSession, ShellIfLoggedIn } from './shell/route/require-session.tsx'
import { toCreateTargets, toNavigationTargets } from './shell/route/route-targets.ts'
import { shortAddresses } from './short-addresses.ts'

setNavigation(toNavigationTargets(appRoutes), toCreateTargets(appRoutes))

const shell = { menu: toMenuEntries(appRoutes), settings: toSettingsEntries(appRoutes) }

const [shellRoutes, fullScreenRoutes] = [
  appRoutes.filter(route => !route.isFullScreen),
  appRoutes.filter(route => route.isFullScreen),
]

/** The routes in React Router's format. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <LinkPrefetcher pageRoutes={[...publicRoutes, ...appRoutes]} />
        <PageRoot />
      </>
    ),
    errorElement: <ErrorPage />,
    HydrateFallback: () => null, // the code of the first page is loading
    children: [
      ...Object.entries(shortAddresses).map(([path, to]) => ({
        path,
        element: <Navigate to={to} replace />,
      })),
      ...publicRoutes.map(toRouteObject),
      {
        element: <RequireSession {...shell} />,
        children: [{ errorElement: <RouteError />, children: shellRoutes.map(toRouteObject) }],
      },
      {
        element: <RequireSession isFullScreen {...shell} />,
        children: [{ errorElement: <RouteError />, children: fullScreenRoutes.map(toRouteObject) }],
      },
      {
        element: <ShellIfLoggedIn {...shell} />,
        children: [...errorRoutes.map(toRouteObject), { path: '*', element: <NotFoundPage /> }],
      },
    ],
  },
]
