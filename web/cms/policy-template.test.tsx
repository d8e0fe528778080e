import { beforeAll, describe, expect, test } from 'vitest'
import { policyKinds } from '#contract/cms/cms.ts'
import { languageCodes } from '#contract/lib/text/languages.ts'
import { initTexts } from '../lib/preference/i18n.ts'
import { createPolicyTemplate } from './policy-template.ts'

const hours = Array.from({ length: 7 }, () => ({ isOpen: true, from: '09:00', to: '17:00' }))
const sections = {
  identity: { siteTitle: 'Otter & Co', tagline: '', logo: '', favicon: '', shareImage: '' },
  contact: { email: '', phone: '', whatsapp: '', address: {}, mapLink: '', hours },
}
const store = {
  locale: 'de-AT',
  legalName: 'Otter <GmbH>',
  email: 'hallo@otter.example',
  phone: '+43 1 234',
  address: { line1: 'Gasse 1', postalCode: '1010', city: 'Wien', country: 'AT' },
}
beforeAll(() => initTexts('en'))

test('a template has the language and the details of the store', async () => {
  const imprint = await createPolicyTemplate('imprint', sections, store)
  expect(imprint).toContain('Angaben gemäß § 5 DDG')
  expect(imprint).toContain('Otter &lt;GmbH&gt;<br>Gasse 1<br>1010 Wien<br>Österreich')
  expect(imprint).toContain('hallo@otter.example')
})

test('missing details are named in brackets', async () => {
  const imprint = await createPolicyTemplate('imprint', sections, {
    ...store,
    locale: 'fr',
    email: '',
    phone: '',
    address: {},
  })
  for (const text of [
    '[ajoutez votre e-mail]',
    '[ajoutez votre téléphone]',
    '[ajoutez votre adresse',
  ])
    expect(imprint).toContain(text)
})

describe.each(languageCodes)('in %s', locale => {
  test.each(policyKinds)('%s has no open placeholder', async kind => {
    const template = await createPolicyTemplate(kind, sections, { ...store, locale })
    expect(template).toMatch(/^(<h2>[^<]+<\/h2>(<p>([^<]|<br>)+<\/p>)+)+$/)
    expect(template).not.toMatch(/\{\{|undefined/)
  })
})
