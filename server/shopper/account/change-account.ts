import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountFields } from '#contract/storefront/storefront-account.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { formatPhone } from '../../address/phone-number.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import {
  findSignedInEmail,
  setSessionCookie,
  signOut,
} from '../../storefront/form/shopper-session.ts'
import { setWishes } from '../../storefront/form/wish-list-cookie.ts'
import { changeSavedAddress, saveShopperAddress } from './account-addresses.ts'
import { changeNewsletter, stopShopperAlert, stopShopperAlerts } from './account-emails.ts'
import { changeMailLanguage } from './mail-language.ts'
import { findOrCreateShopperCustomer } from './shopper-customer.ts'

const { path } = storefrontForms.account
const outsideIntents = ['requestLink', 'changeEmail', 'addressCountry', 'requestErasure'] as const
export type AccountChangeFields = Exclude<
  AccountFields,
  { intent: (typeof outsideIntents)[number] }
>

type AccountRequest = { request: FastifyRequest; reply: FastifyReply }

/** Performs a change of a signed-in shopper and returns the path of the page that follows. */
export async function changeAccount(
  tx: Tx,
  fields: AccountChangeFields,
  { request, reply }: AccountRequest,
): Promise<string> {
  const email = await findSignedInEmail(tx, request)
  if (email === undefined) return path
  switch (fields.intent) {
    case 'signOut':
      await signOut(tx, request)
      return endSession(reply)
    case 'signOutEverywhere':
      await tx`delete from shopper_session where email = ${email}`
      await tx`delete from shopper_link where email = ${email}`
      return endSession(reply)
    case 'details':
      await changeDetails(tx, email, fields)
      return `${path}?done=details#details`
    case 'mailLanguage':
      if (request.storefrontHost.languages.includes(fields.language))
        await changeMailLanguage(tx, email, fields.language)
      return `${path}?done=emails#emails`
    case 'saveAddress':
      await saveShopperAddress(tx, email, fields)
      return `${path}?done=addresses#addresses`
    case 'deleteAddress':
    case 'defaultAddress':
    case 'keepAddress':
      await changeSavedAddress(tx, email, fields)
      return `${path}?done=addresses#addresses`
    case 'newsletter': {
      const { language } = request.storefrontHost
      const isWanted = fields.wanted === 'on'
      await changeNewsletter(tx, { email, isWanted, language, source: path })
      return `${path}?done=emails#emails`
    }
    case 'stopAlert':
      await stopShopperAlert(tx, email, fields.alert)
      return `${path}?done=emails#emails`
    case 'stopAlerts':
      await stopShopperAlerts(tx, email)
      return `${path}?done=emails#emails`
  }
}

function endSession(reply: FastifyReply): string {
  setSessionCookie(reply, undefined)
  setWishes(reply, '')
  return path
}

/** @throws Problem 422 on the phone number */
async function changeDetails(
  tx: Tx,
  email: string,
  { name, phone }: { name: string; phone: string },
): Promise<void> {
  const [store] = await tx<{ country: string }[]>`
    select coalesce(address ->> 'country', '') as country from store where id = current_store()`
  const formattedPhone = phone && formatPhone(phone, store?.country ?? '')
  if (formattedPhone === undefined) throw createFieldProblem('phone', 'invalid_phone')
  const id = await findOrCreateShopperCustomer(tx, email, name)
  await updateVersionedRow(tx, 'customer', id, { name, phone: formattedPhone })
}
