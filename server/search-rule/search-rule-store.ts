import type { z } from 'zod'
import {
  maxSearchRules,
  SearchRule,
  type SearchRuleInput,
  type searchRuleApi,
} from '#contract/cms/search-rule.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    search_rule: SearchRuleInput
  }
}

type SearchRuleEdit = z.infer<typeof searchRuleApi.update.body>

const columns = selectColumns(SearchRule)

export const listSearchRules = (tx: Tx) =>
  tx<SearchRule[]>`select ${columns(tx)} from search_rule order by created_at desc, id desc`

export async function getSearchRule(tx: Tx, id: string): Promise<SearchRule> {
  const [row] = await tx<SearchRule[]>`select ${columns(tx)} from search_rule where id = ${id}`
  return assertFound(row, 'search_rule_not_found')
}

/** @throws Problem 409 search_rule_limit */
export async function createSearchRule(tx: Tx, input: SearchRuleInput): Promise<SearchRule> {
  await tx`select pg_advisory_xact_lock(hashtextextended('search_rule ' || current_store(), 0))`
  const [list] = await tx<{ count: number }[]>`select count(*)::integer as count from search_rule`
  if (list && list.count >= maxSearchRules)
    throw new Problem(409, 'search_rule_limit', { count: maxSearchRules })
  return getSearchRule(tx, await insertRow(tx, 'search_rule', input))
}

/** @throws Problem 409 version_conflict */
export async function updateSearchRule(
  tx: Tx,
  id: string,
  { version, ...edit }: SearchRuleEdit,
): Promise<SearchRule> {
  const [row] = await tx<SearchRule[]>`
    select ${columns(tx)} from search_rule where id = ${id} for update`
  assertVersion(assertFound(row, 'search_rule_not_found'), version)
  await updateVersionedRow(tx, 'search_rule', id, edit)
  return getSearchRule(tx, id)
}

export async function deleteSearchRule(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from search_rule where id = ${id} returning id`
  assertFound(row, 'search_rule_not_found')
}
