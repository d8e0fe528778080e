import type { Route } from './api.ts'

/**
 * The further addresses of calls: each path with the calls that it serves. The same handler, permission
 * and limits apply as at the first address. The names of the path parameters are the same too.
 */
const secondAddresses: Record<string, readonly string[]> = {
  '/jwt/register': ['POST /business/signup'],
  '/jwt/login': ['POST /business/login'],
  '/jwt/logout': ['POST /account/logout'],
  '/jwt/domain/:domain': ['GET /business/checkDomainAvailablity/:domain'],
  '/apps/ecommerce': ['POST /product/create'],
  '/apps/ecommerce/:id': [
    'GET /product/:id',
    'PATCH /product/update/:id',
    'DELETE /product/delete/:id',
  ],
  '/apps/invoice': ['GET /apps/invoice/getAll', 'POST /apps/invoice/create'],
  '/apps/invoice/:id': ['PATCH /apps/invoice/update/:id', 'DELETE /apps/invoice/delete/:id'],
  '/apps/todo': ['GET /apps/todo/getAll', 'POST /apps/todo/create'],
  '/apps/todo/:id': ['PATCH /apps/todo/update/:id', 'DELETE /apps/todo/delete/:id'],
  '/apps/calendar': ['GET /apps/calendar/getAll', 'POST /apps/calendar/create'],
  '/apps/calendar/:id': ['PATCH /apps/calendar/update/:id', 'DELETE /apps/calendar/delete/:id'],
  '/apps/email': ['GET /apps/email/getAll', 'POST /apps/email/create'],
  '/apps/email/:id': ['PATCH /apps/email/update/:id', 'DELETE /apps/email/delete/:id'],
  '/apps/chat': ['GET /apps/chat/getAll'],
  '/apps/chat/chats-and-contacts': ['GET /apps/chat/getAll'],
  '/apps/chat/chats/:id': ['GET /apps/chat/:id', 'POST /apps/chat/send/:id'],
  '/apps/users': ['GET /staff/getAll', 'POST /staff/invite'],
  '/apps/users/:id': ['GET /staff/:id', 'PATCH /staff/update/:id', 'DELETE /staff/delete/:id'],
  '/users': ['GET /staff/getAll', 'POST /staff/invite'],
  '/users/:id': ['GET /staff/:id', 'PATCH /staff/update/:id', 'DELETE /staff/delete/:id'],
  '/apps/permissions': ['POST /role/create'],
  '/apps/permissions/:role': ['PATCH /role/update/:role', 'DELETE /role/delete/:role'],
  '/datatables': ['GET /staff/getAll'],
  '/blog': ['GET /post/getAll', 'POST /post/create'],
  '/blog/:id': ['GET /post/:id', 'PATCH /post/update/:id', 'DELETE /post/delete/:id'],
  '/bookmarks': ['GET /bookmark/getAll', 'POST /bookmark/create'],
  '/bookmarks/:id': ['PATCH /bookmark/update/:id', 'DELETE /bookmark/delete/:id'],
  '/account-setting': ['GET /account/me', 'PATCH /account/profile'],
  '/account-setting/preferences': ['PATCH /account/preferences'],
  '/faq': ['GET /help/getAll'],
  '/main-search': ['GET /search/find'],
}

type Envelope = Partial<Pick<Route, 'status' | 'envelopeFields' | 'dataKey'>>

/** The replies that differ from those of the first address: the tokens are beside the user. */
const tokenFields = { accessToken: 'accessToken', refreshToken: 'refreshToken' }
const envelopes: Record<string, Envelope> = {
  '/jwt/register': {
    status: 200,
    envelopeFields: { _id: 'business', ...tokenFields },
    dataKey: 'user',
  },
  '/jwt/login': { envelopeFields: tokenFields, dataKey: 'userData' },
}

export const getRouteTitle = ({ method, path }: Route) => `${method} ${path}`

/** Returns the routes of the further addresses of a call. */
export const listSecondRoutes = (route: Route): Route[] =>
  Object.entries(secondAddresses)
    .filter(([, calls]) => calls.includes(getRouteTitle(route)))
    .map(([path]) => ({
      ...route,
      ...envelopes[path],
      name: toRouteName(`${route.method.toLowerCase()}${path}`),
      path,
    }))

/** `get/apps/users/:id` becomes `getAppsUsersId`. */
const toRouteName = (text: string) =>
  text.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The calls that have a further address. */
export const callsWithSecondAddress = Object.values(secondAddresses).flat()
