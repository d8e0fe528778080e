import { searchRuleApi } from '#contract/cms/search-rule.ts'
import { type App, serve } from '../lib/call/serve.ts'
import {
  createSearchRule,
  deleteSearchRule,
  getSearchRule,
  listSearchRules,
  updateSearchRule,
} from './search-rule-store.ts'

export function searchRuleRoutes(app: App) {
  serve(app, searchRuleApi.list, ({ tx }) => listSearchRules(tx))
  serve(app, searchRuleApi.get, ({ tx, params }) => getSearchRule(tx, params.id))
  serve(app, searchRuleApi.create, ({ tx, body }) => createSearchRule(tx, body))
  serve(app, searchRuleApi.update, ({ tx, params, body }) => updateSearchRule(tx, params.id, body))
  serve(app, searchRuleApi.delete, ({ tx, params }) => deleteSearchRule(tx, params.id))
}
