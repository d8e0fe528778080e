import { accountApi } from './account.ts'
import { businessApi } from './business.ts'

/** Every call there is, for the API page and for the test that holds each served route to its contract. */
export const everyApi = [accountApi, businessApi] as const
