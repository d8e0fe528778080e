import type { Tx } from '../../lib/db/db.ts'
import { defaultCheckoutRules } from './cms-defaults.ts'

/** Selects the days that shoppers have to send returns back. Null means no deadline. */
export const selectSendBackDays = (tx: Tx) => tx`
  (case when exists (select from cms where sections -> 'checkout' ? 'sendBackDays')
    then (select (sections #>> '{checkout,sendBackDays}')::integer from cms)
    else ${defaultCheckoutRules.sendBackDays}::integer end)`
