import { defineApi } from '../lib/call/api.ts'

export const openapiApi = defineApi('openapi', {
  document: {
    method: 'GET',
    path: '/openapi.json',
    can: 'public',
    summary: 'Get the OpenAPI 3.1 document',
    downloadType: 'application/json; charset=utf-8',
    auditExemption: 'contains no data of a store',
  },
  page: {
    method: 'GET',
    path: '/docs',
    can: 'public',
    summary: 'Open the API reference',
    downloadType: 'text/html; charset=utf-8',
    auditExemption: 'contains no data of a store',
  },
})
