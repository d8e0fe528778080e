/** For whom a transaction sees rows. Without a business, only the person's own account is visible. */
export type Scope = { personId?: string | undefined; businessId?: string | undefined; requestId?: string | undefined }

const idPattern = /^[0-9a-f-]{36}$/
const quoted = (value: string | undefined, pattern: RegExp) => {
  if (value === undefined) return "''"
  if (!pattern.test(value)) throw new Error('a scope holds ids only')
  return `'${value}'`
}

/** Begins a transaction with its settings; one message, since they hold ids only. */
export const openingOf = ({ businessId, personId, requestId }: Scope) =>
  `begin; set local app.business_id = ${quoted(businessId, idPattern)}; set local app.person_id = ${quoted(personId, idPattern)}${
    requestId === undefined ? '' : `; set local app.request_id = ${quoted(requestId, /^[\w-]{1,64}$/)}`}`
