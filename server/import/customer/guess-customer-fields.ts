import { MatchableCustomerField } from '#contract/import/import-match.ts'
import { indexHeaderKeys, splitHeaderWords, toHeaderKey } from '../file/header-key.ts'
import {
  type CustomerColumn,
  columnByHeader,
  customerHeaders,
  simplifyHeader,
} from './customer-columns.ts'

type Guess = MatchableCustomerField | null

/** The fields of columns that only files of other systems have. */
const fieldByColumn: Readonly<Partial<Record<CustomerColumn, MatchableCustomerField>>> = {
  billingEmail: 'email',
  billingFirstName: 'firstName',
  billingLastName: 'lastName',
  addressPhone: 'phone',
  regionCode: 'region',
  countryCode: 'country',
}

const columnByKey = indexHeaderKeys<CustomerColumn>(customerHeaders)

/** Words that do not identify the field, such as in "Customer's email" or "E-Mail des Kunden". */
const fillerKeys = new Set(
  splitHeaderWords(`
    customer, client, contact, buyer, user, member, person, kunde, kunden, kontakt, contacto,
    contato, cliente, acheteur, comprador, the, of, s, primary, main, der, des, de, del, do, da, du,
    l, no, number, nummer, nr, العميل`).map(toHeaderKey),
)

/** Returns the field that each column seems to hold, from its header or else from its first cells. */
export function guessCustomerFields(
  header: readonly string[],
  samples: readonly (readonly string[])[],
): Guess[] {
  const guesses: Guess[] = []
  for (const name of header) {
    const column = findColumn(name)
    const field = column && (fieldByColumn[column] ?? toField(column))
    guesses.push(field && !guesses.includes(field) ? field : null)
  }
  return guessContacts(guesses, samples)
}

function toField(column: CustomerColumn): MatchableCustomerField | null {
  const { success, data } = MatchableCustomerField.safeParse(column)
  return success ? data : null
}

function findColumn(header: string): CustomerColumn | undefined {
  const key = toHeaderKey(header)
  const meaningfulKey = key
    .split(' ')
    .filter(word => !fillerKeys.has(word))
    .join(' ')
  return (
    columnByHeader.get(simplifyHeader(header)) ??
    columnByKey.get(key) ??
    columnByKey.get(meaningfulKey)
  )
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const phonePattern = /^'?(\+|00|0|\()[\d\s()./-]{6,}$/

/** Fills in an email or a phone number that no header named. */
function guessContacts(
  guesses: readonly Guess[],
  samples: readonly (readonly string[])[],
): Guess[] {
  const completeGuesses = [...guesses]
  const guessUnnamed = (field: MatchableCustomerField, pattern: RegExp) => {
    if (completeGuesses.includes(field)) return
    const index = completeGuesses.findIndex((guess, column) => {
      const cells = samples.map(row => (row[column] ?? '').trim()).filter(Boolean)
      return guess === null && cells.length > 0 && cells.every(cell => pattern.test(cell))
    })
    if (index >= 0) completeGuesses[index] = field
  }
  guessUnnamed('email', emailPattern)
  guessUnnamed('phone', phonePattern)
  return completeGuesses
}
