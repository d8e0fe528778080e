import type { PositionReceiver } from './data-position.ts'

/**
 * The person and store whose rows a transaction sees, and the request and IP address for the audit.
 * Without a store, only the person's own account is visible.
 */
export type TransactionScope = {
  personId?: string | undefined
  storeId?: string | undefined
  requestId?: string | undefined
  ip?: string | undefined
  /** The browser tab that sent the request. Other tabs reload the records that it changes. */
  tabId?: string | undefined
  /** Limits the transaction to published columns and rows, which shoppers may see. */
  isStorefront?: boolean | undefined
  /** Makes the database refuse writes. */
  isReadOnly?: boolean | undefined
  /** Receives the position of the transaction in the log of the primary, if there is a replica. */
  positionReceiver?: PositionReceiver | undefined
}

const idPattern = /^[0-9a-f-]{36}$/
const requestIdPattern = /^[\w-]{1,64}$/
/** An IP address as written by sockets and proxies, with the zone of a local address. */
const ipPattern = /^[\w.:%-]{1,64}$/
const quoteSetting = (value: string | undefined, pattern: RegExp) => {
  if (value === undefined) return "''"
  if (!pattern.test(value)) throw new Error('A transaction scope may contain only IDs.')
  return `'${value}'`
}

/** Makes `announce_change` (SQL) collect its messages for the message sender. */
const collectMessages = "; set local app.messages = 'collected\n'"

/** The lock timeout of the role that serves requests. */
const roleLockTimeoutMs = 5000

/**
 * Returns the SQL that begins a transaction and applies its scope, in one message. `limitMs` limits
 * each statement of the transaction, and how long it waits for a lock.
 */
export function buildBeginStatement(
  { storeId, personId, requestId, ip, tabId, isStorefront, isReadOnly }: TransactionScope,
  limitMs?: number,
): string {
  let sql = isReadOnly ? 'begin read only' : 'begin'
  if (limitMs !== undefined) sql += `; set local statement_timeout = ${Math.ceil(limitMs)}`
  // The statement timeout is the only limit then.
  if (limitMs !== undefined && limitMs > roleLockTimeoutMs) sql += '; set local lock_timeout = 0'
  sql += `; set local app.store_id = ${quoteSetting(storeId, idPattern)}`
  sql += `; set local app.person_id = ${quoteSetting(personId, idPattern)}`
  if (requestId !== undefined)
    sql += `; set local app.request_id = ${quoteSetting(requestId, requestIdPattern)}${collectMessages}`
  // A proxy may send any text in place of an address, which is then omitted.
  if (ip !== undefined && ipPattern.test(ip)) sql += `; set local app.ip = '${ip}'`
  if (tabId !== undefined && idPattern.test(tabId)) sql += `; set local app.tab_id = '${tabId}'`
  if (isStorefront) sql += '; set local role storewright_storefront'
  return sql
}
