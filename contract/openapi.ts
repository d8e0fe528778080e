import { defineApi } from './lib/api.ts'

export const openapiApi = defineApi('openapi', {
  document: {
    method: 'GET',
    path: '/openapi.json',
    can: 'public',
    summary: 'This description of every call, as OpenAPI 3.1',
    downloadType: 'application/json; charset=utf-8',
    auditExemption: 'no data of anybody',
  },
  page: {
    method: 'GET',
    path: '/docs',
    can: 'public',
    summary: 'The same for people',
    downloadType: 'text/html; charset=utf-8',
    auditExemption: 'no data of anybody',
  },
})
