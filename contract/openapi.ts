import { api } from './lib/api.ts'

export const openapiApi = api('openapi', {
  document: {
    method: 'GET',
    path: '/openapi.json',
    can: 'public',
    summary: 'This description of every call, as OpenAPI 3.1',
    download: 'application/json; charset=utf-8',
    unrecorded: 'no data of anybody',
  },
  page: {
    method: 'GET',
    path: '/docs',
    can: 'public',
    summary: 'The same for people',
    download: 'text/html; charset=utf-8',
    unrecorded: 'no data of anybody',
  },
})
