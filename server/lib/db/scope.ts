/** For whom a transaction sees rows, and for the audit by which request and from where. Without a business, only the person's own account is visible. */
export type TransactionScope = {
  personId?: string | undefined
  businessId?: string | undefined
  requestId?: string | undefined
  ip?: string | undefined
}

const idPattern = /^[0-9a-f-]{36}$/
/** An address as sockets and proxies spell it, with the zone of a local one. */
const ipPattern = /^[\w.:%-]{1,64}$/
const quoteSetting = (value: string | undefined, pattern: RegExp) => {
  if (value === undefined) return "''"
  if (!pattern.test(value)) throw new Error('a scope holds ids only')
  return `'${value}'`
}

/** Begins a transaction with its settings; one message, since they hold ids only. `limitMs`: what any statement of it may take. */
export const buildBeginStatement = (
  { businessId, personId, requestId, ip }: TransactionScope,
  limitMs?: number,
) =>
  `begin; ${limitMs === undefined ? '' : `set local statement_timeout = ${Math.ceil(limitMs)}; `}set local app.business_id = ${quoteSetting(businessId, idPattern)}; set local app.person_id = ${quoteSetting(personId, idPattern)}${
    requestId === undefined
      ? ''
      : `; set local app.request_id = ${quoteSetting(requestId, /^[\w-]{1,64}$/)}`
  }${
    // What a proxy says in place of an address may be anything; it is then left out.
    ip === undefined || !ipPattern.test(ip) ? '' : `; set local app.ip = '${ip}'`
  }`
